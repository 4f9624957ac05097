package dev.spine.i2o.unit;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The four registers of an IOP's PCI function, for a host that talks to the unit by reading and writing words.
 *
 * <p>0x30 outbound interrupt status (bit 3: outbound post list not empty), 0x34 outbound interrupt mask, 0x40 inbound queue port
 * (read: take a free frame; write: post it), 0x44 outbound queue port (read: take a reply; write: give a free reply frame).
 * An empty list reads 0xFFFFFFFF. Nothing that is written can do harm: addresses that are made up, posted twice or never granted are
 * counted and dropped (I2O 1.5, host-visible registers).
 *
 * <p>A real bus serialises register accesses; so does this class, which may therefore be used by any number of threads. Together they
 * are the one sender of the link's inbound queue pair and the one target of its outbound queue pair.
 */
public final class RegisterInterface {
    /** Offset of the outbound interrupt status register. */
    public static final int OUTBOUND_INTERRUPT_STATUS = 0x30;
    /** Offset of the outbound interrupt mask register. */
    public static final int OUTBOUND_INTERRUPT_MASK = 0x34;
    /** Offset of the inbound queue port. */
    public static final int INBOUND_QUEUE_PORT = 0x40;
    /** Offset of the outbound queue port. */
    public static final int OUTBOUND_QUEUE_PORT = 0x44;
    /** What an empty queue reads. */
    public static final int EMPTY = 0xFFFF_FFFF;
    /** The bit of registers 0x30 and 0x34 that stands for the outbound post list. */
    public static final int OUTBOUND_POST_BIT = 0x8;

    /** Resolves the bus addresses of a host's reply frames. */
    @FunctionalInterface
    public interface HostMemory {
        /**
         * {@return the memory at a bus address, or null when those bytes are not all host memory}
         *
         * @param address bus address, unsigned
         * @param bytes how many
         */
        @Nullable MemorySegment at(int address, int bytes);
    }

    private final HostLink link;
    private final HostMemory hostMemory;
    private final Delivery delivery;
    private final @Nullable Frame[] taken;
    private @Nullable Frame waitingReply;
    private final InterruptListener interrupts;
    private int mask;
    private boolean accepting;
    private boolean outboundOpen;
    private boolean asserted;
    private volatile boolean resetAsked;
    private long refusedInbound;
    private long refusedOutbound;

    /**
     * The registers over a link.
     *
     * @param link the IOP's link to its host; nobody else may use the host's side of it
     * @param hostMemory where reply frames are
     * @param delivery on whose behalf lists are used
     */
    public RegisterInterface(HostLink link, HostMemory hostMemory, Delivery delivery) {
        this(link, hostMemory, delivery, InterruptListener.NOBODY);
    }

    /**
     * The registers over a link, for a host that takes interrupts.
     *
     * @param link the IOP's link to its host; nobody else may use the host's side of it
     * @param hostMemory where reply frames are
     * @param delivery on whose behalf lists are used
     * @param interrupts hears of every change of the interrupt line; called while the registers are locked, by whoever causes the change
     */
    public RegisterInterface(HostLink link, HostMemory hostMemory, Delivery delivery, InterruptListener interrupts) {
        this.link = link;
        this.hostMemory = hostMemory;
        this.delivery = delivery;
        this.interrupts = interrupts;
        this.taken = new Frame[link.inbound().frameCount()];
    }

    /**
     * Opens or closes the inbound port: while an IOP initialises, 0x40 reads empty.
     *
     * @param open whether frames are given out
     */
    public synchronized void acceptInbound(boolean open) {
        // A reset that was asked for meanwhile closes it again, and must not be seen open before.
        this.accepting = open && !resetAsked;
    }

    /**
     * Takes back the inbound frames that the host has taken and not posted, because it has lost them: some drivers forget one over a
     * reset. For the IOP, when it is reset and when its outbound queue is initialised.
     */
    public synchronized void reclaimInbound() {
        for (int i = 0; i < taken.length; i++) {
            Frame frame = taken[i];
            if (frame != null) {
                taken[i] = null;
                link.inbound().putBack(frame);
            }
        }
    }

    /**
     * Closes the outbound port, because the IOP is reset: it forgets its reply frames, and refuses what is written to 0x44 until its
     * outbound queue is initialised. Called by the IOP's agent, which is the sender of the outbound queue pair.
     */
    public synchronized void closeOutbound() {
        outboundOpen = false;
        forgetReplyFrames();
    }

    /** Opens the outbound port, empty: the outbound queue has been initialised. Called by the IOP's agent. */
    public synchronized void openOutbound() {
        forgetReplyFrames();
        outboundOpen = true;
    }

    private void forgetReplyFrames() {
        waitingReply = null;
        link.outbound().forgetFree();
        link.outbound().withdraw();
        drive();
    }

    /**
     * Forgets all reply frames when some of them are not where they were, because host memory has gone or is another one now. Called by
     * the IOP's agent while none of them is open.
     *
     * @return whether they were forgotten
     */
    public synchronized boolean dropLostReplyFrames() {
        QueuePair outbound = link.outbound();
        for (int i = 0; i < outbound.frameCount(); i++) {
            Frame frame = outbound.frame(i);
            if (frame != null && !isInPlace(frame)) {
                forgetReplyFrames();
                return true;
            }
        }
        return false;
    }

    private boolean isInPlace(Frame frame) {
        MemorySegment now = hostMemory.at(frame.address(), frame.slotBytes());
        return now != null && now.address() == frame.memory().address() && now.heapBase().equals(frame.memory().heapBase());
    }

    /** Asks for a reset as by the reset line of the bus: no frame is given out from now on. Any thread; the IOP's agent does the rest. */
    public synchronized void askForReset() {
        accepting = false;
        mask = 0;
        resetAsked = true;
        drive();
    }

    /** {@return whether a reset was asked for since the last call; for the IOP's agent} */
    public boolean takeResetRequest() {
        if (!resetAsked) {
            return false;
        }
        resetAsked = false;
        return true;
    }

    /** Looks whether the IOP has posted a reply, and tells the listener. Called by the IOP's agent after it may have posted. */
    public void announceReplies() {
        if (interrupts != InterruptListener.NOBODY && !link.outbound().postList().isEmpty()) {
            driveLocked();
        }
    }

    private synchronized void driveLocked() {
        drive();
    }

    /** Sets the interrupt line to what the registers say. */
    private void drive() {
        if (interrupts == InterruptListener.NOBODY) {
            return;
        }
        boolean wanted = interruptAsserted();
        if (wanted != asserted) {
            asserted = wanted;
            if (wanted) {
                interrupts.onAsserted();
            } else {
                interrupts.onReleased();
            }
        }
    }

    /**
     * Reads a register.
     *
     * @param offset byte offset, a multiple of 4
     * @return its value; 0 for offsets that I2O does not use
     */
    public synchronized int read(int offset) {
        return switch (offset) {
            case OUTBOUND_INTERRUPT_STATUS -> replyWaits() ? OUTBOUND_POST_BIT : 0;
            case OUTBOUND_INTERRUPT_MASK -> mask;
            case INBOUND_QUEUE_PORT -> takeInbound();
            case OUTBOUND_QUEUE_PORT -> {
                int reply = takeReply();
                drive();
                yield reply;
            }
            default -> 0;
        };
    }

    /**
     * Writes a register.
     *
     * @param offset byte offset, a multiple of 4
     * @param value any word
     */
    public synchronized void write(int offset, int value) {
        switch (offset) {
            case OUTBOUND_INTERRUPT_MASK -> {
                mask = value;
                drive();
            }
            case INBOUND_QUEUE_PORT -> postInbound(value);
            case OUTBOUND_QUEUE_PORT -> freeReply(value);
            default -> {
                // Read-only or not used by I2O: a write has no effect.
            }
        }
    }

    /** {@return whether the interrupt line is asserted: a reply waits and bit 3 is not masked} */
    public synchronized boolean interruptAsserted() {
        return (mask & OUTBOUND_POST_BIT) == 0 && replyWaits();
    }

    /** {@return writes to 0x40 that named no granted frame, dropped} */
    public synchronized long refusedInbound() {
        return refusedInbound;
    }

    /** {@return writes to 0x44 that named no usable reply frame, dropped} */
    public synchronized long refusedOutbound() {
        return refusedOutbound;
    }

    private int takeInbound() {
        Frame frame = accepting ? link.inbound().take() : null;
        if (frame == null) {
            return EMPTY;
        }
        taken[frame.index()] = frame;
        return frame.address();
    }

    private void postInbound(int mfa) {
        Frame frame = link.inbound().frameAt(mfa);
        if (frame != null && taken[frame.index()] == null) {
            if (link.inbound().postStatic(delivery, mfa)) {
                return;
            }
            frame = link.inbound().reclaimPreserved(mfa);
        }
        if (frame == null) {
            refusedInbound++;
            return;
        }
        taken[frame.index()] = null;
        link.inbound().post(delivery, frame);
    }

    private boolean replyWaits() {
        if (waitingReply == null) {
            waitingReply = link.outbound().poll();
        }
        return waitingReply != null;
    }

    private int takeReply() {
        if (!replyWaits()) {
            return EMPTY;
        }
        Frame frame = waitingReply;
        waitingReply = null;
        return frame == null ? EMPTY : frame.address();
    }

    private void freeReply(int address) {
        QueuePair outbound = link.outbound();
        Frame frame = outbound.frameAt(address);
        if (frame != null && frame != waitingReply && outbound.isHeldByTarget(frame)) {
            outbound.free(delivery, frame);
            return;
        }
        MemorySegment memory = frame == null && outboundOpen ? hostMemory.at(address, outbound.slotBytes()) : null;
        if (memory == null || outbound.adopt(delivery, memory, 0, address) == null) {
            refusedOutbound++;
        }
    }
}
