package dev.spine.i2o.unit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A free list and a post list between one sender and one target, with the frames that travel on them.
 *
 * <p>The frames lie in the target's memory. Methods of the sender's side ({@link #take}, {@link #post}, {@link #putBack}) are called
 * by the sender's agent only, methods of the target's side ({@link #poll}, {@link #free}) by the target's agent only. Each side keeps
 * what it knows in its own {@link PaddedWords}, so no line of memory is written by both sides except the two lists and the frames
 * themselves.
 *
 * <p>The sender keeps its next free frame in hand: it is fetched after a post, when the sender has time, not at the next take. Its first
 * word is written then, so that its line is in the sender's cache before the message is.
 * Posting what was not taken is a defect of the sender and throws; what arrives twice all the same is dropped and counted.
 */
public final class QueuePair {
    /** What the frames of a queue pair are for. */
    public enum Kind {
        /** Requests, and whatever else its sender starts. */
        REQUEST,
        /** Replies only, so that floods of requests cannot starve them (two IOPs that flood each other always make progress). */
        REPLY
    }

    private final String name;
    private final Kind kind;
    private final int maxSlotBytes;
    private int slotBytes;
    private final @Nullable Frame[] frames;
    private int frameCount;
    private final DeliveryList<Frame> freeList;
    private final DeliveryList<Frame> postList;
    /** The number of frames in hand, whether each frame is held, the indices of the frames in hand. */
    private final PaddedWords sender;
    /** The number of frames that are owned, the state of each frame. Preserving is the one change that both sides look at. */
    private final PaddedWords target;
    private final int handBase;
    /** For each frame how often it has been posted as a static one and not polled, or {@link #NOT_STATIC}. */
    private final AtomicIntegerArray staticPosts;
    /** Frames whose last post as a static one is still in the list, although they are static no more. */
    private final boolean[] stale;
    private @Nullable Frame repeated;
    private int repeats;
    private long droppedPosts;

    private static final int HAND_COUNT = 0;
    private static final int OWNED_COUNT = 0;
    private static final int STATES = 1;
    private static final int NOT_HELD = 0;
    private static final int HELD = 1;
    private static final int OWNED = 1;
    private static final int PRESERVED = 2;
    /** Preserved, and taken up again by the sender: so it can be taken up only once, also before it has been posted again. */
    private static final int RECLAIMED = 3;
    /** Owned by the target for good: the sender posts it without taking it. */
    private static final int STATIC = 4;
    private static final int NOT_STATIC = -1;
    /** So many posts of one frame at a time are counted; more are as good as none, for the target cannot have them in work either. */
    private static final int MAX_STATIC_POSTS = 256;
    private static final VarHandle WORD = ValueLayout.JAVA_INT_UNALIGNED.varHandle();

    /**
     * Makes a queue pair with all its frames on the free list.
     *
     * @param name for counters and traces, for example {@code "host to iop1"}
     * @param kind what the frames are for
     * @param memory the target's memory
     * @param offset byte offset of the first slot in {@code memory}
     * @param address MFA of the first slot; the others follow at {@code strideBytes}
     * @param slotBytes bytes of one slot, a multiple of 4, at least 64
     * @param strideBytes distance between slots, at least {@code slotBytes}
     * @param count how many frames, at least 1
     */
    public QueuePair(String name, Kind kind, MemorySegment memory, long offset, int address, int slotBytes, int strideBytes, int count) {
        this(name, kind, slotBytes, count);
        if (strideBytes < slotBytes) {
            throw new IllegalArgumentException("queue pair '" + name + "': frames of " + slotBytes + " bytes every " + strideBytes
                + " overlap");
        }
        for (int i = 0; i < count; i++) {
            long delta = (long) i * strideBytes;
            freeList.offerOrThrow(enter(memory, offset + delta, (int) (address + delta)));
        }
    }

    /**
     * Makes a queue pair without frames: the target gives them to it by {@link #adopt}, as a host gives its reply frames to an IOP.
     *
     * @param name for counters and traces
     * @param kind what the frames are for
     * @param slotBytes bytes of one slot, a multiple of 4, at least 64
     * @param capacity the most frames that can be adopted, at least 1
     */
    public QueuePair(String name, Kind kind, int slotBytes, int capacity) {
        if (capacity < 1 || slotBytes < 64 || (slotBytes & 3) != 0) {
            throw new IllegalArgumentException("queue pair '" + name
                + "': needs at least 1 frame of at least 64 bytes, a multiple of 4, got " + capacity + " of " + slotBytes);
        }
        this.name = name;
        this.kind = kind;
        this.maxSlotBytes = slotBytes;
        this.slotBytes = slotBytes;
        this.frames = new Frame[capacity];
        this.freeList = DeliveryList.ofFrames(name + " free", frames);
        this.postList = DeliveryList.ofFrames(name + " post", frames);
        this.sender = new PaddedWords(STATES + 2 * capacity);
        this.target = new PaddedWords(STATES + capacity);
        this.handBase = STATES + capacity;
        this.staticPosts = new AtomicIntegerArray(capacity);
        this.stale = new boolean[capacity];
        for (int i = 0; i < capacity; i++) {
            staticPosts.setPlain(i, NOT_STATIC);
        }
    }

    private Frame enter(MemorySegment memory, long offset, int address) {
        Frame frame = new Frame(this, frameCount, address, memory, offset, slotBytes);
        frames[frameCount++] = frame;
        return frame;
    }

    /**
     * Gives one more frame to the sender. Target's side.
     *
     * @param delivery the target's
     * @param memory the target's memory
     * @param offset byte offset of the slot
     * @param address its MFA
     * @return the frame, or null when the queue pair has as many frames as fit or has one at this address already
     */
    public @Nullable Frame adopt(Delivery delivery, MemorySegment memory, long offset, int address) {
        if (frameCount == frames.length || frameAt(address) != null) {
            return null;
        }
        Frame frame = enter(memory, offset, address);
        delivery.deliver(freeList, frame);
        return frame;
    }

    /**
     * Forgets every free frame, as an IOP does when it is reset or its outbound queue is initialised again. Sender's side.
     *
     * @return how many frames were forgotten
     */
    public int forgetFree() {
        return forgetFree(_ -> { });
    }

    /**
     * As {@link #forgetFree()}, and says which frames they were. Sender's side.
     *
     * @param addresses takes the MFA of each
     * @return how many frames were forgotten
     */
    public int forgetFree(IntConsumer addresses) {
        int forgotten = sender.get(HAND_COUNT);
        for (int i = 0; i < forgotten; i++) {
            addresses.accept(Objects.requireNonNull(frames[sender.get(handBase + i)]).address());
        }
        for (Frame frame = freeList.poll(); frame != null; frame = freeList.poll()) {
            addresses.accept(frame.address());
            forgotten++;
        }
        sender.clearFrom(HAND_COUNT);
        return forgotten;
    }

    /**
     * Returns every frame that the target holds, preserved ones included, as an IOP does that is reset. Target's side.
     *
     * @param delivery the target's
     * @param kept a frame to go on holding, or null
     * @return how many frames were returned
     */
    public int freeHeldExcept(Delivery delivery, @Nullable Frame kept) {
        int returned = 0;
        for (int i = 0; i < frameCount; i++) {
            if (target.get(STATES + i) != NOT_HELD && frames[i] != kept && !isBackWithSender(i)) {
                free(delivery, Objects.requireNonNull(frames[i]));
                returned++;
            }
        }
        return returned;
    }

    /** Whether the sender has taken up a preserved frame; if so the target holds it no more, if not it cannot be taken up any more. */
    private boolean isBackWithSender(int index) {
        if (target.get(STATES + index) == OWNED || target.exchange(STATES + index, PRESERVED, OWNED)) {
            return false;
        }
        target.set(STATES + index, NOT_HELD);
        target.add(OWNED_COUNT, -1);
        return true;
    }

    /**
     * Takes all frames out of the queue pair, so that others can be adopted: a host does so when an IOP has initialised its outbound queue.
     * Target's side, after the sender has {@linkplain #forgetFree forgotten} its frames and before it can have others.
     */
    public void withdraw() {
        Frame posted = postList.poll();
        while (posted != null) {
            posted = postList.poll();
        }
        Arrays.fill(frames, null);
        frameCount = 0;
        target.clearFrom(OWNED_COUNT);
    }

    /**
     * Says how many bytes of each frame that is adopted from now on may be used: no more than its target has announced. Sender's side,
     * while the queue pair has no frames for it.
     *
     * @param bytes what the target announces; what is not from 64 to the size of the queue pair is taken for the nearer of the two
     */
    public void limitSlots(int bytes) {
        slotBytes = Math.clamp(bytes, 64, maxSlotBytes) & -4;
    }

    /** {@return the name given by its maker} */
    public String name() {
        return name;
    }

    /** {@return what the frames are for} */
    public Kind kind() {
        return kind;
    }

    /** {@return how many frames the queue pair has} */
    public int frameCount() {
        return frameCount;
    }

    /**
     * {@return a frame of the queue pair, or null when it has none there now}
     *
     * @param index 0 to {@link #frameCount} - 1
     */
    public @Nullable Frame frame(int index) {
        return frames[index];
    }

    /** {@return bytes of one slot} */
    public int slotBytes() {
        return slotBytes;
    }

    /** {@return the list on which the sender posts; the engine binds the target's agent to it} */
    public DeliveryList<Frame> postList() {
        return postList;
    }

    /** {@return the list on which the target returns frames; a sender that finds it empty asks to be woken by it} */
    public DeliveryList<Frame> freeList() {
        return freeList;
    }

    /**
     * Takes a free frame. Sender's side.
     *
     * @return a frame to be posted or put back, or null when the target has returned none: try again after the next return
     */
    public @Nullable Frame take() {
        int inHand = sender.get(HAND_COUNT);
        Frame frame;
        if (inHand > 0) {
            sender.set(HAND_COUNT, inHand - 1);
            frame = frames[sender.get(handBase + inHand - 1)];
        } else {
            frame = freeList.poll();
        }
        if (frame == null) {
            return null;
        }
        sender.set(STATES + frame.index(), HELD);
        return frame;
    }

    /**
     * Posts a taken frame; it belongs to the target from here on. Sender's side.
     *
     * @param delivery the sender's
     * @param frame a frame that {@link #take} returned
     * @throws IllegalStateException when the frame was not taken, or was posted already
     */
    public void post(Delivery delivery, Frame frame) {
        giveUp(frame);
        delivery.deliver(postList, frame);
        if (sender.get(HAND_COUNT) == 0) {
            Frame next = freeList.poll();
            if (next != null) {
                intoHand(next);
                WORD.set(next.memory(), next.offset(), 0);
            }
        }
    }

    private void intoHand(Frame frame) {
        int inHand = sender.get(HAND_COUNT);
        sender.set(handBase + inHand, frame.index());
        sender.set(HAND_COUNT, inHand + 1);
    }

    /**
     * Keeps a taken frame for the next {@link #take}: for a sender that finds that it has nothing to say. Sender's side.
     *
     * @param frame a frame that {@link #take} returned
     * @throws IllegalStateException when the frame was not taken, or was posted already
     */
    public void putBack(Frame frame) {
        giveUp(frame);
        intoHand(frame);
    }

    /**
     * Takes up again a frame that the target preserved after a transport failure; the sender owes it a no-operation. Sender's side.
     *
     * @param address the PreservedMFA of the failure reply
     * @return the frame, to be filled with UtilNOP and posted, or null when the address names no frame that the sender gave up
     */
    public @Nullable Frame reclaimPreserved(int address) {
        Frame frame = frameAt(address);
        if (frame == null || sender.get(STATES + frame.index()) == HELD
            || !target.exchange(STATES + frame.index(), PRESERVED, RECLAIMED)) {
            return null;
        }
        sender.set(STATES + frame.index(), HELD);
        return frame;
    }

    private void giveUp(Frame frame) {
        if (frame.queuePair() != this || sender.get(STATES + frame.index()) != HELD) {
            throw new IllegalStateException(frame + " is not held by the sender of '" + name + "': take it before posting it, once");
        }
        sender.set(STATES + frame.index(), NOT_HELD);
    }

    /**
     * Takes the oldest posted frame. Target's side. A frame that the target owns already is dropped and counted.
     *
     * @return a frame to be freed or preserved, or null when nothing was posted
     */
    public @Nullable Frame poll() {
        if (repeats > 0) {
            repeats--;
            return repeated;
        }
        Frame frame = postList.poll();
        while (frame != null && (target.get(STATES + frame.index()) == OWNED || stale[frame.index()])) {
            stale[frame.index()] = false;
            droppedPosts++;
            frame = postList.poll();
        }
        if (frame == null) {
            return null;
        }
        if (target.get(STATES + frame.index()) == STATIC) {
            repeated = frame;
            repeats = staticPosts.getAndSet(frame.index(), 0) - 1;
            return frame;
        }
        if (target.get(STATES + frame.index()) == NOT_HELD) {
            target.add(OWNED_COUNT, 1);
        }
        target.set(STATES + frame.index(), OWNED);
        return frame;
    }

    /** {@return whether something was posted that {@link #poll} has not taken yet; target's thread} */
    public boolean hasPosted() {
        return repeats > 0 || !postList.isEmpty();
    }

    /**
     * Returns an owned or preserved frame to the sender. Target's side.
     *
     * @param delivery the target's
     * @param frame a frame that {@link #poll} returned
     * @throws IllegalStateException when the target does not hold the frame
     */
    public void free(Delivery delivery, Frame frame) {
        if (frame.queuePair() != this || target.get(STATES + frame.index()) == NOT_HELD) {
            throw new IllegalStateException(frame + " is not held by the target of '" + name + "': free what poll returned, once");
        }
        target.set(STATES + frame.index(), NOT_HELD);
        target.add(OWNED_COUNT, -1);
        delivery.deliver(freeList, frame);
    }

    /**
     * Keeps an owned frame untouched until the sender returns it by a no-operation (transport failure, I2O 1.5). Target's side.
     *
     * @param frame a frame that {@link #poll} returned
     */
    public void preserve(Frame frame) {
        target.publish(STATES + frame.index(), PRESERVED);
    }

    /**
     * Makes an owned frame static: the target keeps it, and the sender may post it again and again with {@link #postStatic}. Target's side.
     *
     * @param frame a frame that {@link #poll} returned
     */
    public void makeStatic(Frame frame) {
        target.set(STATES + frame.index(), STATIC);
        staticPosts.set(frame.index(), 0);
    }

    /**
     * Makes a static frame an ordinary owned one again, to be freed. Target's side.
     *
     * @param frame a static frame
     * @return false when it has been posted and not polled; then nothing has changed
     */
    public boolean endStatic(Frame frame) {
        if ((repeats > 0 && repeated == frame) || !staticPosts.compareAndSet(frame.index(), 0, NOT_STATIC)) {
            return false;
        }
        target.set(STATES + frame.index(), OWNED);
        return true;
    }

    /** Makes all static frames ordinary owned ones, whatever is posted of them: for a target that is reset. Target's side. */
    public void endAllStatic() {
        repeats = 0;
        for (int i = 0; i < frameCount; i++) {
            int posts = staticPosts.getAndSet(i, NOT_STATIC);
            if (posts != NOT_STATIC) {
                stale[i] = posts > 0;
                target.set(STATES + i, OWNED);
            }
        }
    }

    /**
     * {@return whether a frame is static; target's thread}
     *
     * @param frame a frame of this queue pair
     */
    public boolean isStatic(Frame frame) {
        return target.get(STATES + frame.index()) == STATIC;
    }

    /**
     * Posts a static frame, however often it has been posted before. Sender's side.
     *
     * @param delivery the sender's
     * @param address its MFA
     * @return false when the target has no static frame there
     */
    public boolean postStatic(Delivery delivery, int address) {
        Frame frame = frameAt(address);
        if (frame == null) {
            return false;
        }
        int posts = staticPosts.get(frame.index());
        while (posts != NOT_STATIC && posts < MAX_STATIC_POSTS && !staticPosts.compareAndSet(frame.index(), posts, posts + 1)) {
            posts = staticPosts.get(frame.index());
        }
        if (posts == 0) {
            // Only the first of several posts travels; the target counts the others when it polls.
            delivery.deliver(postList, frame);
        }
        return posts != NOT_STATIC;
    }

    /**
     * {@return whether the target holds a frame; target's thread}
     *
     * @param frame a frame of this queue pair
     */
    public boolean isHeldByTarget(Frame frame) {
        return frame.queuePair() == this && target.get(STATES + frame.index()) != NOT_HELD;
    }

    /** {@return how many frames the sender could take now; sender's thread, exact only while the target stands still} */
    public int freeForSender() {
        return sender.get(HAND_COUNT) + freeList.size();
    }

    /** {@return how many frames the target holds now; target's thread} */
    public int ownedByTarget() {
        return target.get(OWNED_COUNT);
    }

    /** {@return posts of frames that the target held already, dropped; target's thread} */
    public long droppedPosts() {
        return droppedPosts;
    }

    /**
     * {@return the frame at an MFA of this queue pair, or null when the address names none; any thread}
     *
     * @param address the MFA
     */
    public @Nullable Frame frameAt(int address) {
        for (int i = 0; i < frameCount; i++) {
            Frame frame = frames[i];
            if (frame != null && frame.address() == address) {
                return frame;
            }
        }
        return null;
    }

    /** {@return the frames of the queue pair in order of their positions; allocates: for tests and reports} */
    public List<Frame> frames() {
        return Arrays.stream(frames, 0, frameCount).map(Objects::requireNonNull).toList();
    }

    @Override
    public String toString() {
        return "queue pair '" + name + "' (" + frames.length + " frames)";
    }
}
