// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Passes on what it may move itself, to spenders with an amount and an end each: the interface of Permit2.
contract Rights {
    struct Right {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    /// By owner, token and spender.
    mapping(address => mapping(address => mapping(address => Right))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );
    event Permit(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration,
        uint48 nonce
    );
    event Lockdown(address indexed owner, address token, address spender);

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Right storage right = allowance[msg.sender][token][spender];
        right.amount = amount;
        right.expiration = expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    /// As if the owner had signed it.
    function permit(address owner, address token, address spender, uint160 amount, uint48 expiration) external {
        Right storage right = allowance[owner][token][spender];
        right.amount = amount;
        right.expiration = expiration;
        emit Permit(owner, token, spender, amount, expiration, right.nonce++);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Right storage right = allowance[from][token][msg.sender];
        require(block.timestamp <= right.expiration, "expired");
        if (right.amount != type(uint160).max) right.amount -= amount;
        Token(token).transferFrom(from, to, amount);
    }

    function lockdown(address token, address spender) external {
        allowance[msg.sender][token][spender].amount = 0;
        emit Lockdown(msg.sender, token, spender);
    }
}
