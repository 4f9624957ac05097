package dev.spine.iop.engine;

/** A preallocated object that travels between test agents. */
public final class Token {
    public final int number;
    public int value;
    public int hops;

    public Token(int number) {
        this.number = number;
    }
}
