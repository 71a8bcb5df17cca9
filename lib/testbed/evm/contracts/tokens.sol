// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// Small contracts for tests: whoever calls may mint and burn. See how-compiled.md for how compiled.json is made from them.

/// What the fungible tokens have in common: amounts move, each says in its own way that they did.
abstract contract Fungible {
    uint256 public totalSupply;
    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) public allowance;

    event Approval(address indexed owner, address indexed spender, uint256 value);

    function balanceOf(address owner) public view virtual returns (uint256) {
        return held[owner];
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function mint(address to, uint256 value) external virtual {
        totalSupply += value;
        held[to] += value;
        say(address(0), to, value);
    }

    function burn(uint256 value) external virtual {
        held[msg.sender] -= value;
        totalSupply -= value;
        say(msg.sender, address(0), value);
    }

    function move(address from, address to, uint256 value) internal virtual {
        held[from] -= value;
        held[to] += value;
        say(from, to, value);
    }

    function say(address from, address to, uint256 value) internal virtual;
}

/// Says what it does as ERC-20 has it.
abstract contract Indexed is Fungible {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function say(address from, address to, uint256 value) internal override {
        emit Transfer(from, to, value);
    }
}

contract Coin is Indexed {
    string public name;
    string public symbol;
    uint8 public decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }
}

/// A token that can end itself.
contract MortalCoin is Coin {
    constructor() Coin("Mortal Coin", "MORTAL", 6) {}

    function end() external {
        selfdestruct(payable(msg.sender));
    }
}

/// Name and symbol are words, as they were before strings.
contract WordCoin is Indexed {
    bytes32 public constant name = "Word Coin";
    bytes32 public constant symbol = "WORD";
    uint8 public constant decimals = 9;
}

/// Its event has no indexed argument.
contract PlainCoin is Fungible {
    string public constant name = "Plain Coin";
    string public constant symbol = "PLAIN";
    uint8 public constant decimals = 6;

    event Transfer(address from, address to, uint256 value);

    function say(address from, address to, uint256 value) internal override {
        emit Transfer(from, to, value);
    }
}

/// Keeps a tenth of every transfer and says nothing of it.
contract FeeCoin is Indexed {
    string public constant name = "Fee Coin";
    string public constant symbol = "FEE";
    uint8 public constant decimals = 18;

    function move(address from, address to, uint256 value) internal override {
        held[from] -= value;
        held[to] += value - value / 10;
        totalSupply -= value / 10;
        say(from, to, value);
    }
}

/// Everyone has more after `rebase`, and no event says so.
contract RebasingCoin is Indexed {
    string public constant name = "Rebasing Coin";
    string public constant symbol = "REBASE";
    uint8 public constant decimals = 18;
    uint256 public factor = 1;

    function balanceOf(address owner) public view override returns (uint256) {
        return held[owner] * factor;
    }

    function rebase() external {
        factor += 1;
        totalSupply = totalSupply / (factor - 1) * factor;
    }
}

/// The chain's own coin as a token: what goes in and out is told by events of its own.
contract WrappedCoin is Indexed {
    string public constant name = "Wrapped Coin";
    string public constant symbol = "WCOIN";
    uint8 public constant decimals = 18;

    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    function deposit() external payable {
        held[msg.sender] += msg.value;
        totalSupply += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        held[msg.sender] -= value;
        totalSupply -= value;
        emit Withdrawal(msg.sender, value);
        (bool paid,) = msg.sender.call{value: value}("");
        require(paid, "not paid");
    }
}

/// The same, but says by transfers too that tokens come into being and go.
contract MintingWrappedCoin is Indexed {
    string public constant name = "Minting Wrapped Coin";
    string public constant symbol = "MWCOIN";
    uint8 public constant decimals = 18;

    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    function deposit() external payable {
        held[msg.sender] += msg.value;
        totalSupply += msg.value;
        say(address(0), msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        held[msg.sender] -= value;
        totalSupply -= value;
        say(msg.sender, address(0), value);
        emit Withdrawal(msg.sender, value);
        payable(msg.sender).transfer(value);
    }
}

/// Takes coin on account, and gives no tokens for it.
contract DepositCoin is Indexed {
    string public constant name = "Deposit Coin";
    string public constant symbol = "DEPOSIT";
    uint8 public constant decimals = 18;

    event Deposit(address indexed to, uint256 value);

    function deposit() external payable {
        emit Deposit(msg.sender, msg.value);
    }
}

/// What both kinds of single tokens have in common.
abstract contract Singles {
    string public name;
    string public symbol;
    mapping(uint256 => address) internal owners;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function ownerOf(uint256 id) external view returns (address) {
        require(owners[id] != address(0), "no such token");
        return owners[id];
    }

    function tokenURI(uint256 id) external view virtual returns (string memory) {
        require(owners[id] != address(0), "no such token");
        return string.concat("data:application/json,{%22name%22:%22", name, "%22}");
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function approve(address spender, uint256 id) external {
        require(owners[id] == msg.sender, "not yours");
        getApproved[id] = spender;
    }

    function setApprovalForAll(address spender, bool may) external {
        isApprovedForAll[msg.sender][spender] = may;
    }

    function mint(address to, uint256 id) external {
        require(owners[id] == address(0), "exists");
        place(address(0), to, id);
    }

    function burn(uint256 id) external {
        place(msg.sender, address(0), id);
    }

    function transferFrom(address from, address to, uint256 id) external {
        bool may = from == msg.sender || getApproved[id] == msg.sender || isApprovedForAll[from][msg.sender];
        require(may && to != address(0), "not allowed");
        place(from, to, id);
    }

    function place(address from, address to, uint256 id) private {
        require(owners[id] == from, "not the owner");
        owners[id] = to;
        delete getApproved[id];
        if (from != address(0)) balanceOf[from] -= 1;
        if (to != address(0)) balanceOf[to] += 1;
        say(from, to, id);
    }

    function say(address from, address to, uint256 id) internal virtual;
}

contract Collection is Singles {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    constructor(string memory name_, string memory symbol_) Singles(name_, symbol_) {}

    function say(address from, address to, uint256 id) internal override {
        emit Transfer(from, to, id);
    }
}

/// Its event has no indexed argument.
contract PlainCollection is Singles {
    event Transfer(address from, address to, uint256 id);

    constructor(string memory name_, string memory symbol_) Singles(name_, symbol_) {}

    function say(address from, address to, uint256 id) internal override {
        emit Transfer(from, to, id);
    }
}

/// Many of each kind.
contract Items {
    mapping(uint256 => mapping(address => uint256)) private held;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    event ApprovalForAll(address indexed owner, address indexed operator, bool may);

    function balanceOf(address owner, uint256 id) external view returns (uint256) {
        return held[id][owner];
    }

    function uri(uint256) external pure returns (string memory) {
        return "data:application/json,{%22name%22:%22Item {id}%22}";
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    function setApprovalForAll(address operator, bool may) external {
        isApprovedForAll[msg.sender][operator] = may;
        emit ApprovalForAll(msg.sender, operator, may);
    }

    function mint(address to, uint256 id, uint256 value) external {
        one(address(0), to, id, value);
    }

    function burn(uint256 id, uint256 value) external {
        one(msg.sender, address(0), id, value);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) external {
        require(from == msg.sender || isApprovedForAll[from][msg.sender], "not allowed");
        require(from != address(0) && to != address(0), "nobody");
        one(from, to, id, value);
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata values) external {
        many(address(0), to, ids, values);
    }

    function burnBatch(uint256[] calldata ids, uint256[] calldata values) external {
        many(msg.sender, address(0), ids, values);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata
    ) external {
        require(from == msg.sender || isApprovedForAll[from][msg.sender], "not allowed");
        require(from != address(0) && to != address(0), "nobody");
        many(from, to, ids, values);
    }

    function one(address from, address to, uint256 id, uint256 value) private {
        place(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function many(address from, address to, uint256[] calldata ids, uint256[] calldata values) private {
        require(ids.length == values.length, "lengths differ");
        for (uint256 i = 0; i < ids.length; i++) place(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
    }

    function place(address from, address to, uint256 id, uint256 value) private {
        if (from != address(0)) held[id][from] -= value;
        if (to != address(0)) held[id][to] += value;
    }
}
