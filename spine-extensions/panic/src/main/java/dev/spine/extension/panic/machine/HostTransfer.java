package dev.spine.extension.panic.machine;

/** A transfer between a program's memory and a segment of host memory. */
public final class HostTransfer extends Region {
    private int segment;
    private int offset;

    HostTransfer() {}

    static void set(HostTransfer transfer, int number, int first) {
        transfer.segment = number;
        transfer.offset = first;
    }

    /** {@return the segment's number: any word} */
    public int segment() {
        return segment;
    }

    /** {@return the first byte in the segment: any word} */
    public int offset() {
        return offset;
    }
}
