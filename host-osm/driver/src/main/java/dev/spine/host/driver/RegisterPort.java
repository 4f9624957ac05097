package dev.spine.host.driver;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.pci.RegisterAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The host's end of an IOP that is known by its registers and frame window only: whatever can read and write words of a window will do.
 * Owned by the host's agent.
 *
 * <p>A request is written into memory of the port and copied into the window, word by word, when it is posted. Frames that the host holds
 * when the IOP is reset, or initialises its outbound queue, are the IOP's again: the IOP takes back what was not posted. What is then
 * done with them goes nowhere.
 *
 * <p>Nothing that a register reads is believed: frame addresses outside of the window, frames that the host holds already and replies that
 * are not in the host's memory are dropped and counted.
 *
 * <p>Source: I2O 1.5, message flow; Linux 2.6 drivers/message/i2o (an empty queue is read a second time).
 */
public final class RegisterPort implements HostPort {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** What an IOP's frames have at least, before its status block has told their size. */
    private static final int MIN_FRAME_BYTES = 128;
    private static final int MAX_FRAMES = 256;
    /** How soon to look again whether a frame has returned: no register tells. */
    private static final long LOOK_NS = 10_000;
    private static final int WORDS_OF_SET = MessagingUnit.MFA_LIMIT / Integer.BYTES / Long.SIZE;
    private static final int LOST = 0;

    private final String name;
    private final BusAgent busAgent;
    private final RegisterAccess registers;
    private final long inboundPortAddress;
    private final int replyFrameBytes;
    private final Consumer<AgentContext> bell;
    private final MemorySegment slots = Arena.ofAuto().allocate((long) MAX_FRAMES * MAX_FRAME_BYTES, 64);
    /** The MFA of each slot in use, LOST when it is the IOP's again. */
    private final int[] mfas = new int[MAX_FRAMES];
    private final int[] freeSlots = new int[MAX_FRAMES];
    private int freeCount = MAX_FRAMES;
    private final int[] hand = new int[MAX_FRAMES];
    private int inHand;
    /** One bit per word of the window: MFAs that the host holds, and MFAs that it has ever been given. */
    private final long[] held = new long[WORDS_OF_SET];
    private final long[] known = new long[WORDS_OF_SET];
    private int frameBytes = MIN_FRAME_BYTES;
    private MemorySegment replies = MemorySegment.NULL;
    private long repliesBase;
    private long repliesBytes;
    private long strayAddresses;
    private @Nullable AgentContext agent;

    /**
     * A port over registers.
     *
     * @param name the IOP's name
     * @param busAgent the IOP as the bus knows it
     * @param registers its window
     * @param inboundPortAddress bus address of the inbound queue port
     * @param replyFrameBytes how long the host's reply frames are, 64 to 512, a multiple of 4
     * @param bell binds what tells of replies to the host's agent: a list that wakes it, or nothing when it looks often enough by itself
     */
    public RegisterPort(String name, BusAgent busAgent, RegisterAccess registers, long inboundPortAddress, int replyFrameBytes,
        Consumer<AgentContext> bell) {
        checkArgument(replyFrameBytes >= 64 && replyFrameBytes <= MAX_FRAME_BYTES && (replyFrameBytes & 3) == 0,
            "reply frames of %s have 64 to 512 bytes, a multiple of 4, not %s", name, replyFrameBytes);
        this.name = name;
        this.busAgent = busAgent;
        this.registers = registers;
        this.inboundPortAddress = inboundPortAddress;
        this.replyFrameBytes = replyFrameBytes;
        this.bell = bell;
        for (int i = 0; i < MAX_FRAMES; i++) {
            freeSlots[i] = MAX_FRAMES - 1 - i;
        }
    }

    private AgentContext agent() {
        return Objects.requireNonNull(agent, "bind the port before it is used");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public BusAgent busAgent() {
        return busAgent;
    }

    @Override
    public long inboundPortAddress() {
        return inboundPortAddress;
    }

    @Override
    public int maxFrames() {
        return MAX_FRAMES;
    }

    @Override
    public int frameBytes() {
        return frameBytes;
    }

    @Override
    public int replyFrameBytes() {
        return replyFrameBytes;
    }

    @Override
    public void bind(AgentContext host) {
        agent = host;
        bell.accept(host);
    }

    /** {@return frames that were taken and put back, for the next take} */
    int framesInHand() {
        return inHand;
    }

    /** {@return frame addresses that make no sense, and addresses of replies that are none} */
    public long strayAddresses() {
        return strayAddresses;
    }

    // --- request frames

    @Override
    public int take() {
        return inHand > 0 ? hand[--inHand] : fetch();
    }

    private int fetch() {
        if (freeCount == 0) {
            return NONE;
        }
        int mfa = registers.read32(RegisterInterface.INBOUND_QUEUE_PORT);
        if (mfa == RegisterInterface.EMPTY) {
            return NONE;
        }
        if (!isFrame(mfa) || isIn(held, mfa)) {
            strayAddresses++;
            return NONE;
        }
        return hold(mfa);
    }

    private boolean isFrame(int mfa) {
        return mfa >= MessagingUnit.FIRST_MFA && mfa <= MessagingUnit.MFA_LIMIT - frameBytes && (mfa & 3) == 0;
    }

    private static boolean isIn(long[] set, int mfa) {
        return (set[mfa >>> 8] & 1L << (mfa >>> 2)) != 0;
    }

    private int hold(int mfa) {
        held[mfa >>> 8] |= 1L << (mfa >>> 2);
        known[mfa >>> 8] |= 1L << (mfa >>> 2);
        int slot = freeSlots[--freeCount];
        mfas[slot] = mfa;
        return slot;
    }

    private void release(int slot) {
        int mfa = mfas[slot];
        held[mfa >>> 8] &= ~(1L << (mfa >>> 2));
        mfas[slot] = LOST;
        freeSlots[freeCount++] = slot;
    }

    @Override
    public void open(int frame, MessageFrame writer) {
        writer.wrap(slots, (long) frame * MAX_FRAME_BYTES, frameBytes);
    }

    @Override
    public void post(int frame) {
        int mfa = mfas[frame];
        if (mfa != LOST) {
            long at = (long) frame * MAX_FRAME_BYTES;
            int words = slots.get(WORD, at) >>> 16;
            for (int i = 0; i < words; i++) {
                registers.write32(mfa + i * Integer.BYTES, slots.get(WORD, at + (long) i * Integer.BYTES));
            }
            registers.write32(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        }
        release(frame);
    }

    @Override
    public void putBack(int frame) {
        if (mfas[frame] == LOST) {
            release(frame);
        } else {
            hand[inHand++] = frame;
        }
    }

    @Override
    public int reclaimPreserved(int mfa) {
        return isFrame(mfa) && isIn(known, mfa) && !isIn(held, mfa) && freeCount > 0 ? hold(mfa) : NONE;
    }

    @Override
    public boolean hasFrame() {
        if (inHand == 0) {
            int frame = fetch();
            if (frame != NONE) {
                hand[inHand++] = frame;
            }
        }
        return inHand > 0;
    }

    @Override
    public void awaitFrame() {
        agent().wakeAt(agent().nowNs() + LOOK_NS);
    }

    /** The IOP has taken back what the host holds. */
    private void loseFrames() {
        while (inHand > 0) {
            release(hand[--inHand]);
        }
        for (int slot = 0; slot < MAX_FRAMES; slot++) {
            int mfa = mfas[slot];
            held[mfa >>> 8] &= ~(1L << (mfa >>> 2));
            mfas[slot] = LOST;
        }
    }

    // --- replies

    @Override
    public int nextReply() {
        int address = registers.read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
        if (address == RegisterInterface.EMPTY) {
            address = registers.read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
        }
        // Registers of a card that is broken or gone may read as the same number forever.
        for (int strays = 0; address != RegisterInterface.EMPTY && !isReply(address); strays++) {
            strayAddresses++;
            address = strays < MAX_FRAMES ? registers.read32(RegisterInterface.OUTBOUND_QUEUE_PORT) : RegisterInterface.EMPTY;
        }
        return address;
    }

    private boolean isReply(int address) {
        long offset = Integer.toUnsignedLong(address) - repliesBase;
        return offset >= 0 && offset < repliesBytes && offset % replyFrameBytes == 0;
    }

    @Override
    public boolean copyReply(int reply, MessageFrame into) {
        return into.tryCopyFrom(replies, Integer.toUnsignedLong(reply) - repliesBase, replyFrameBytes);
    }

    @Override
    public void freeReply(int reply) {
        registers.write32(RegisterInterface.OUTBOUND_QUEUE_PORT, reply);
    }

    @Override
    public void discardReplies() {
        // The IOP has forgotten them with everything else; what a register still reads is of no use to either side.
        loseFrames();
    }

    @Override
    public void giveReplyFrames(MemorySegment memory, long base, int frames) {
        loseFrames();
        replies = memory;
        repliesBase = base;
        repliesBytes = (long) frames * replyFrameBytes;
        for (int i = 0; i < frames; i++) {
            registers.write32(RegisterInterface.OUTBOUND_QUEUE_PORT, (int) (base + (long) i * replyFrameBytes));
        }
    }

    @Override
    public void learn(StatusBlock status) {
        int bytes = status.inboundFrameWords() * Integer.BYTES;
        frameBytes = Math.clamp(bytes, MIN_FRAME_BYTES, MAX_FRAME_BYTES);
    }

    @Override
    public String toString() {
        return "registers of " + name;
    }
}
