package dev.spine.iop.pci;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.InterruptListener;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.RevocationFence;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;

/**
 * An IOP as a PCI function: configuration space, a window with registers and frames, an interrupt line, a reset.
 *
 * <p>In the window, the first 4 KiB are registers. Registers are words: an access that does not have all four byte enables reads the bytes
 * that it names without effect on the queues, and a write of that kind changes the interrupt mask only; 8 bytes are two words, the lower
 * first. From 0x1000 on lies the memory of the message frames, which takes accesses of 1, 2, 4 and 8 bytes at any offset. What lies behind
 * it, up to the power of two that is the BAR's size, reads 0.
 *
 * <p>The methods of the host's side (configuration, window, {@link #reset}) may be called by any thread; a real bus serialises them, and so
 * does this class. {@link #replaceHostMemory} and {@link #isDrained} belong to the IOP's agent.
 *
 * <p>Source: I2O 1.5, PCI function and host-visible registers; Intel 80321, messaging unit (byte enables).
 */
public final class PciCard implements RegisterAccess {
    /**
     * Where the memory of a card itself is best placed on its bus, so that host memory can be anywhere below: see
     * {@link dev.spine.iop.bus.Bus#Bus(int, long)}. Virtual machines keep this part of the address space free of memory.
     */
    public static final long CARD_MEMORY = 0xE000_0000L;

    private static final ValueLayout.OfByte OCTET = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong DOUBLE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int REGISTER_BYTES = MessagingUnit.FIRST_MFA;
    private static final int FULL = 4;

    private final Iop iop;
    private final CardIdentity identity;
    private final ConfigurationSpace configuration;
    private final HostMemorySlots memory;
    private final RegisterInterface registers;
    private final InterruptPin pin;
    private final RevocationFence fence;
    private final MemorySegment frames;
    private final int windowBytes;
    private long refused;
    private long replyFramesLost;

    /**
     * Makes the PCI function of an IOP, and serves the IOP's host link by it. While the system is built.
     *
     * @param iop the IOP; no host driver may use its link
     * @param identity what configuration space says
     * @param memory the host's memory
     * @param delivery on whose behalf the host's side uses the lists
     * @param interrupts is notified of the interrupt line
     */
    public PciCard(Iop iop, CardIdentity identity, HostMemorySlots memory, Delivery delivery, InterruptListener interrupts) {
        this.iop = iop;
        this.identity = identity;
        this.memory = memory;
        this.frames = iop.kernel().directory().unit().window();
        this.windowBytes = Math.max(REGISTER_BYTES, Integer.highestOneBit(Math.toIntExact(frames.byteSize()) * 2 - 1));
        this.configuration = new ConfigurationSpace(identity, windowBytes);
        this.pin = new InterruptPin(interrupts);
        this.registers = new RegisterInterface(iop.function().link(), memory, delivery, isPolled() ? InterruptListener.NOBODY : pin);
        this.fence = iop.kernel().agent().newFence();
        iop.executive().lifeCycle().serve(registers);
    }

    private boolean isPolled() {
        return identity.programmingInterface() == ProgrammingInterface.POLLED;
    }

    public Iop iop() {
        return iop;
    }

    /** {@return the registers, for their counters} */
    public RegisterInterface registers() {
        return registers;
    }

    /** {@return the size of the window, a power of two} */
    public int windowBytes() {
        return windowBytes;
    }

    // --- configuration space

    /**
     * Reads configuration space.
     *
     * @param offset 0 to 255
     * @param size 1, 2 or 4
     * @return the value, zero-extended; all ones when the access leaves the space
     */
    public synchronized int readConfiguration(int offset, int size) {
        configuration.interruptPending(!isPolled() && registers.interruptAsserted());
        return configuration.read(offset, size);
    }

    /**
     * Writes configuration space.
     *
     * @param offset 0 to 255
     * @param value its low bytes are written, as far as they can be changed
     * @param size 1, 2 or 4; an access that leaves the space has no effect
     */
    public synchronized void writeConfiguration(int offset, int value, int size) {
        configuration.write(offset, value, size);
        pin.connect((configuration.command() & ConfigurationSpace.COMMAND_INTERRUPT_OFF) == 0);
    }

    /**
     * {@return the offset in the window of a bus address, or -1 when the card does not answer there: outside of the BAR, or memory decoding
     * is off}
     *
     * @param address bus address
     * @param size bytes of the access
     */
    public synchronized int windowOffset(long address, int size) {
        long offset = address - configuration.windowBase();
        boolean decodes = (configuration.command() & ConfigurationSpace.COMMAND_MEMORY) != 0;
        if (!decodes || offset < 0 || offset > windowBytes - size) {
            refused++;
            return -1;
        }
        return (int) offset;
    }

    // --- the window

    /**
     * Reads in the window.
     *
     * @param offset from the window's base
     * @param size 1, 2, 4 or 8
     * @return the value, zero-extended; all ones for other sizes and offsets, counted
     */
    public synchronized long read(int offset, int size) {
        if (!isAccess(offset, size)) {
            refused++;
            return -1L;
        }
        if (offset < REGISTER_BYTES) {
            return readRegisters(offset, size);
        }
        if (offset > frames.byteSize() - size) {
            return 0;
        }
        return switch (size) {
            case 1 -> frames.get(OCTET, offset) & 0xFFL;
            case 2 -> frames.get(HALF, offset) & 0xFFFFL;
            case FULL -> frames.get(WORD, offset) & 0xFFFF_FFFFL;
            default -> frames.get(DOUBLE, offset);
        };
    }

    /**
     * Writes in the window.
     *
     * @param offset from the window's base
     * @param size 1, 2, 4 or 8; other sizes and offsets have no effect and are counted
     * @param value its low bytes are written
     */
    public synchronized void write(int offset, int size, long value) {
        if (!isAccess(offset, size)) {
            refused++;
        } else if (offset < REGISTER_BYTES) {
            writeRegisters(offset, size, value);
        } else if (offset <= frames.byteSize() - size) {
            switch (size) {
                case 1 -> frames.set(OCTET, offset, (byte) value);
                case 2 -> frames.set(HALF, offset, (short) value);
                case FULL -> frames.set(WORD, offset, (int) value);
                default -> frames.set(DOUBLE, offset, value);
            }
        }
    }

    /**
     * {@return whether a write posts a request to the executive whose answer is a word or a block in the host's memory, and no reply; what
     * the frame says is looked at before the write}
     *
     * @param offset as for {@link #write}
     * @param size as for {@link #write}
     * @param value as for {@link #write}
     */
    public boolean asksForMemory(int offset, int size, long value) {
        if (offset != RegisterInterface.INBOUND_QUEUE_PORT || size < FULL) {
            return false;
        }
        long frame = value & 0xFFFF_FFFFL;
        if (frame < REGISTER_BYTES || frame > frames.byteSize() - MessageFrame.MIN_WORDS * FULL) {
            return false;
        }
        int word = frames.get(WORD, frame + FULL);
        return (word & Tid.MASK) == Tid.EXECUTIVE && iop.executive().handlers().answersInMemory(word >>> 24);
    }

    /** {@return whether all that was posted has been taken up, and what is answered in memory has been answered; on the IOP's agent} */
    public boolean hasTakenRequests() {
        return !iop.function().link().inbound().hasPosted();
    }

    private boolean isAccess(int offset, int size) {
        boolean sized = size == 1 || size == 2 || size == FULL || size == 2 * FULL;
        // An access does not straddle the border between registers and frames: a bus would make two of it.
        return sized && offset >= 0 && offset <= windowBytes - size && (offset >= REGISTER_BYTES || offset <= REGISTER_BYTES - size);
    }

    private long readRegisters(int offset, int size) {
        if ((offset & 3) == 0 && size == FULL) {
            return Integer.toUnsignedLong(readRegister(offset));
        }
        if ((offset & 3) == 0 && size == 2 * FULL) {
            long low = Integer.toUnsignedLong(readRegister(offset));
            return low | (long) readRegister(offset + FULL) << 32;
        }
        long value = 0;
        for (int i = 0; i < size; i++) {
            value |= (peek(offset + i & -4) >>> 8 * (offset + i & 3) & 0xFFL) << 8 * i;
        }
        return value;
    }

    private void writeRegisters(int offset, int size, long value) {
        if ((offset & 3) == 0 && size >= FULL) {
            writeRegister(offset, (int) value);
            if (size > FULL) {
                writeRegister(offset + FULL, (int) (value >>> 32));
            }
            return;
        }
        for (int i = 0; i < size; i++) {
            int at = offset + i & -4;
            if (at == RegisterInterface.OUTBOUND_INTERRUPT_MASK) {
                int shift = 8 * (offset + i & 3);
                int octet = (int) (value >>> 8 * i) & 0xFF;
                writeRegister(at, peek(at) & ~(0xFF << shift) | octet << shift);
            }
        }
    }

    /** What a word reads without all its byte enables: the queues do not move and show nothing. */
    private int peek(int offset) {
        boolean queue = offset == RegisterInterface.INBOUND_QUEUE_PORT || offset == RegisterInterface.OUTBOUND_QUEUE_PORT;
        return queue ? RegisterInterface.EMPTY : readRegister(offset);
    }

    private static boolean isInterruptRegister(int offset) {
        return offset == RegisterInterface.OUTBOUND_INTERRUPT_STATUS || offset == RegisterInterface.OUTBOUND_INTERRUPT_MASK;
    }

    private int readRegister(int offset) {
        return isPolled() && isInterruptRegister(offset) ? 0 : registers.read(offset);
    }

    private void writeRegister(int offset, int value) {
        if (!(isPolled() && isInterruptRegister(offset))) {
            registers.write(offset, value);
        }
    }

    @Override
    public int read32(int offset) {
        return (int) read(offset, FULL);
    }

    @Override
    public void write32(int offset, int value) {
        write(offset, FULL, value);
    }

    // --- interrupt and reset

    /** {@return whether the interrupt line is asserted now; any thread} */
    public boolean interruptAsserted() {
        return pin.isAsserted();
    }

    /** Resets the card as the bus does: configuration space is as after power-on, and the IOP begins to boot. */
    public synchronized void reset() {
        configuration.reset();
        pin.connect(true);
        registers.askForReset();
    }

    // --- host memory

    /**
     * Replaces the host's memory. New transfers see the new map from here on; those of before may use the old memory until
     * {@link #isDrained}. When reply frames have lost their place, all are forgotten and counted, and the host must give others. On the
     * IOP's agent.
     *
     * @param slots the whole new map
     */
    public void replaceHostMemory(List<HostMemorySlot> slots) {
        memory.replace(slots);
        // An open frame would be written in its old place.
        iop.kernel().replies().closeHostReply();
        if (registers.dropLostReplyFrames()) {
            replyFramesLost++;
        }
        fence.begin();
    }

    /** {@return whether nothing uses memory any more that the last {@link #replaceHostMemory} took away; on the IOP's agent} */
    public boolean isDrained() {
        return fence.isPassed();
    }

    /** {@return how often reply frames were lost with their memory; the IOP's agent} */
    public long replyFramesLost() {
        return replyFramesLost;
    }

    /** {@return accesses outside of the window or of impossible size} */
    public synchronized long refused() {
        return refused;
    }

    @Override
    public String toString() {
        return "PCI function of " + iop.function().name();
    }
}
