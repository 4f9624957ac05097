package dev.spine.device.remote;

/**
 * The commands of the protocol between a virtual machine and a PCI device in another process, with the sizes of their payloads.
 *
 * <p>Source: QEMU 6.0 to 10.0, multi-process QEMU (x-pci-proxy-dev); observed with QEMU 7.2.
 */
enum RemoteCommand {
    /** The map of guest memory: addresses, sizes, file offsets of 8 regions; one descriptor each; no answer. */
    SYNC_SYSMEM(192, 1, 8),
    /** The answer of a device. Never received. */
    RET(8, 0, 0),
    /** Offset, value, length. */
    PCI_CFGWRITE(12, 0, 0),
    /** Offset, value, length. */
    PCI_CFGREAD(12, 0, 0),
    /** Address, value, size, memory or I/O. */
    BAR_WRITE(24, 0, 0),
    /** Address, value, size, memory or I/O. */
    BAR_READ(24, 0, 0),
    /** Two eventfds: interrupt and resample; no answer. */
    SET_IRQFD(0, 2, 2),
    /** Power-on state. */
    DEVICE_RESET(0, 0, 0);

    /** Bytes of a message's header: command, padding, payload size. */
    static final int HEADER_BYTES = 16;
    /** The largest payload. */
    static final int MAX_PAYLOAD_BYTES = 192;
    /** The most descriptors that ride on a message. */
    static final int MAX_DESCRIPTORS = 8;

    private static final RemoteCommand[] ALL = values();

    private final int payloadBytes;
    private final int leastDescriptors;
    private final int mostDescriptors;

    RemoteCommand(int payloadBytes, int leastDescriptors, int mostDescriptors) {
        this.payloadBytes = payloadBytes;
        this.leastDescriptors = leastDescriptors;
        this.mostDescriptors = mostDescriptors;
    }

    /** {@return whether a message of this command is acceptable from a client} */
    boolean admits(long bytes, int descriptors) {
        return this != RET && bytes == payloadBytes && descriptors >= leastDescriptors && descriptors <= mostDescriptors;
    }

    /** {@return whether a client may begin a message like this} */
    static boolean isKnown(int code, long bytes) {
        return code >= 0 && code < ALL.length && ALL[code] != RET && bytes == ALL[code].payloadBytes;
    }

    /** {@return the command of a code for which {@link #isKnown} holds} */
    static RemoteCommand of(int code) {
        return ALL[code];
    }
}
