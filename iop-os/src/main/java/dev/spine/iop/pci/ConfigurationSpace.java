package dev.spine.iop.pci;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The 256 bytes of configuration space of an IOP: class 0x0E, sub-class 0x00, one 32-bit memory BAR, one interrupt pin.
 *
 * <p>Bits that a host can change are those of a mask; all others keep their values, so offsets 0x28 and 0x30 read 0 whatever is written.
 * Belongs to the host's side of {@link PciCard}; thread: the host's.
 *
 * <p>Source: PCI Local Bus 2.2, configuration space header type 0; I2O 1.5, PCI function.
 */
public final class ConfigurationSpace {
    /** Bytes of configuration space. */
    public static final int BYTES = 256;
    /** Offset of vendor and device. */
    public static final int IDENTITY = 0x00;
    /** Offset of the command register, 2 bytes. */
    public static final int COMMAND = 0x04;
    /** Offset of the status register, 2 bytes. */
    public static final int STATUS = 0x06;
    /** Offset of revision (1 byte) and class (3 bytes). */
    public static final int CLASS = 0x08;
    /** Offset of the only base address register. */
    public static final int BAR0 = 0x10;
    /** Offset of the interrupt line, which is the host's to use. */
    public static final int INTERRUPT_LINE = 0x3C;
    /** Offset of the interrupt pin. */
    public static final int INTERRUPT_PIN = 0x3D;

    /** Command bit: the card answers in its window. */
    public static final int COMMAND_MEMORY = 0x0002;
    /** Command bit: the card may transfer. Kept for the host; not enforced. */
    public static final int COMMAND_MASTER = 0x0004;
    /** Command bit: the interrupt is off. */
    public static final int COMMAND_INTERRUPT_OFF = 0x0400;
    /** Status bit: the card would interrupt. */
    public static final int STATUS_INTERRUPT = 0x0008;

    private static final int COMMAND_MASK = 0x0507;
    private static final int CACHE_LINE = 0x0C;
    private static final int SUBSYSTEM = 0x2C;
    private static final int CLASS_I2O = 0x0E0000;
    private static final int PIN_A = 1;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment values = MemorySegment.ofArray(new byte[BYTES]);
    private final MemorySegment masks = MemorySegment.ofArray(new byte[BYTES]);

    /**
     * The space of a card, as after power-on.
     *
     * @param identity who it is
     * @param windowBytes size of the memory window: a power of two, at least 4096
     */
    public ConfigurationSpace(CardIdentity identity, int windowBytes) {
        if (windowBytes < 4096 || Integer.bitCount(windowBytes) != 1) {
            throw new IllegalArgumentException("a memory window has a power of two of bytes, at least 4096, not " + windowBytes);
        }
        values.set(WORD, IDENTITY, identity.device() << 16 | identity.vendor());
        values.set(WORD, CLASS, (CLASS_I2O | identity.programmingInterface().code()) << 8 | identity.revision());
        values.set(WORD, SUBSYSTEM, identity.device() << 16 | identity.vendor());
        if (identity.programmingInterface() == ProgrammingInterface.INTERRUPT_DRIVEN) {
            values.set(ValueLayout.JAVA_BYTE, INTERRUPT_PIN, (byte) PIN_A);
        }
        masks.set(WORD, COMMAND, COMMAND_MASK);
        masks.set(ValueLayout.JAVA_BYTE, CACHE_LINE, (byte) 0xFF);
        masks.set(WORD, BAR0, -windowBytes);
        masks.set(ValueLayout.JAVA_BYTE, INTERRUPT_LINE, (byte) 0xFF);
    }

    /** Takes back all that a host has written, as the bus's reset does. */
    public void reset() {
        for (int offset = 0; offset < BYTES; offset += Integer.BYTES) {
            values.set(WORD, offset, values.get(WORD, offset) & ~masks.get(WORD, offset));
        }
    }

    /**
     * Reads.
     *
     * @param offset 0 to 255
     * @param size 1, 2 or 4
     * @return the value, zero-extended; all ones when the access leaves the space
     */
    public int read(int offset, int size) {
        if (!isInside(offset, size)) {
            return -1 >>> (32 - 8 * Math.clamp(size, 1, 4));
        }
        int value = 0;
        for (int i = 0; i < size; i++) {
            value |= (values.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFF) << 8 * i;
        }
        return value;
    }

    /**
     * Writes what the masks allow.
     *
     * @param offset 0 to 255
     * @param value its low bytes are written
     * @param size 1, 2 or 4; an access that leaves the space has no effect
     */
    public void write(int offset, int value, int size) {
        if (!isInside(offset, size)) {
            return;
        }
        for (int i = 0; i < size; i++) {
            int mask = masks.get(ValueLayout.JAVA_BYTE, offset + i);
            int kept = values.get(ValueLayout.JAVA_BYTE, offset + i) & ~mask;
            values.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (kept | value >>> 8 * i & mask));
        }
    }

    /**
     * Sets what the status register says of the interrupt.
     *
     * @param pending whether the card would interrupt
     */
    void interruptPending(boolean pending) {
        values.set(ValueLayout.JAVA_BYTE, STATUS, (byte) (pending ? STATUS_INTERRUPT : 0));
    }

    private static boolean isInside(int offset, int size) {
        return offset >= 0 && (size == 1 || size == 2 || size == 4) && offset <= BYTES - size;
    }

    /** {@return the command register} */
    public int command() {
        return read(COMMAND, 2);
    }

    /** {@return the base address of the window, as far as the host has set it; unsigned} */
    public long windowBase() {
        return Integer.toUnsignedLong(values.get(WORD, BAR0)) & ~0xFL;
    }
}
