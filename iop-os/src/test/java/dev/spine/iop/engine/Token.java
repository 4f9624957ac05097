package dev.spine.iop.engine;

/** A preallocated object that travels between test agents. */
final class Token {
    final int number;
    int value;
    int hops;

    Token(int number) {
        this.number = number;
    }
}
