// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Makes contracts of any code.
contract Factory {
    event Made(address contract_);

    function make(bytes memory code) public payable returns (address made) {
        assembly {
            made := create(callvalue(), add(code, 32), mload(code))
        }
        require(made != address(0), "not made");
        emit Made(made);
    }

    function makeAt(bytes memory code, bytes32 salt) external payable returns (address made) {
        assembly {
            made := create2(callvalue(), add(code, 32), mload(code), salt)
        }
        require(made != address(0), "not made");
        emit Made(made);
    }

    /// Makes a contract in a call that is undone, and goes on.
    function makeInVain(bytes calldata code) external payable {
        try this.makeAndRevert{value: msg.value}(code) {} catch {}
    }

    function makeAndRevert(bytes calldata code) external payable {
        make(code);
        revert("undone");
    }

    receive() external payable {}
}

/// Passes on what it is given, with and without success.
contract Forwarder {
    receive() external payable {}

    function forward(address to) external payable {
        (bool paid,) = to.call{value: msg.value}("");
        require(paid, "not paid");
    }

    /// The same amount to each.
    function split(address[] calldata to) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool paid,) = to[i].call{value: msg.value / to.length}("");
            require(paid, "not paid");
        }
    }

    /// Pays within a call that is undone, and goes on.
    function payInVain(address to) external payable {
        try this.payAndRevert{value: msg.value}(to) {} catch {}
    }

    function payAndRevert(address to) external payable {
        (bool paid,) = to.call{value: msg.value}("");
        require(paid && false, "undone");
    }

    /// Calls in every way there is; `code` is run in the name of this contract by two of them.
    function callAllWays(address to, address code, bytes calldata data) external payable {
        bytes memory input = data;
        assembly {
            let start := add(input, 32)
            let length := mload(input)
            pop(call(gas(), to, div(callvalue(), 2), start, length, 0, 0))
            pop(call(gas(), to, 0, start, length, 0, 0))
            pop(callcode(gas(), code, 1, start, length, 0, 0))
            pop(delegatecall(gas(), code, start, length, 0, 0))
            pop(staticcall(gas(), to, start, length, 0, 0))
        }
    }

    /// Calls another contract any number of times, one inside the transaction of the other.
    function relay(address to, bytes calldata data) external payable {
        (bool done,) = to.call{value: msg.value}(data);
        require(done, "not done");
    }
}

/// Calls another contract several times in one transaction.
contract Batcher {
    receive() external payable {}

    function callAll(address to, bytes[] calldata data, uint256[] calldata values) external payable {
        for (uint256 i = 0; i < data.length; i++) {
            (bool done,) = to.call{value: values[i]}(data[i]);
            require(done, "not done");
        }
    }
}

/// Ends itself.
contract Mortal {
    constructor() payable {}

    receive() external payable {}

    function end(address payable heir) external {
        selfdestruct(heir);
    }
}

/// Ends itself while it is made.
contract Stillborn {
    constructor() payable {
        selfdestruct(payable(msg.sender));
    }
}

/// Answers each selector with the bytes it was told to, and writes the events it was told to.
contract Parrot {
    mapping(bytes4 => bytes) private answers;

    function teach(bytes4 selector, bytes calldata answer) external {
        answers[selector] = answer;
    }

    function write(bytes32[] calldata topics, bytes calldata data) external {
        bytes memory body = data;
        uint256 count = topics.length;
        bytes32 a = count > 0 ? topics[0] : bytes32(0);
        bytes32 b = count > 1 ? topics[1] : bytes32(0);
        bytes32 c = count > 2 ? topics[2] : bytes32(0);
        bytes32 d = count > 3 ? topics[3] : bytes32(0);
        assembly {
            let start := add(body, 32)
            let length := mload(body)
            switch count
            case 0 { log0(start, length) }
            case 1 { log1(start, length, a) }
            case 2 { log2(start, length, a, b) }
            case 3 { log3(start, length, a, b, c) }
            default { log4(start, length, a, b, c, d) }
        }
    }

    fallback() external {
        bytes memory answer = answers[msg.sig];
        require(answer.length > 0, "nothing to say");
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }
}
