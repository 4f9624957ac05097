package dev.spine.extension.panic.machine;

/** A message that a program sends. */
public final class Sending extends Region {
    private int program;
    private int trigger;
    private int addressHigh;
    private int addressLow;

    Sending() {}

    static void setReceiver(Sending sending, int toProgram, int toTrigger) {
        sending.program = toProgram;
        sending.trigger = toTrigger;
    }

    static void setNode(Sending sending, int high, int low) {
        sending.addressHigh = high;
        sending.addressLow = low;
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
