package dev.spine.extension.panic.machine;

/** A message that a program sends. */
public final class Sending extends Region {
    private int program;
    private int trigger;
    private int addressHigh;
    private int addressLow;

    Sending() {}

    void to(int toProgram, int toTrigger) {
        program = toProgram;
        trigger = toTrigger;
    }

    void at(int high, int low) {
        addressHigh = high;
        addressLow = low;
    }

    /** {@return the destination program, 0 to 65,535} */
    public int program() {
        return program;
    }

    /** {@return the trigger there, 0 to 65,535} */
    public int trigger() {
        return trigger;
    }

    /** {@return the first two octets of the node's hardware address} */
    public int addressHigh() {
        return addressHigh;
    }

    /** {@return its last four octets} */
    public int addressLow() {
        return addressLow;
    }
}
