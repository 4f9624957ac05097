package dev.spine.i2o.unit;

import dev.spine.i2o.unit.ring.IndexRing;
import dev.spine.i2o.unit.ring.SpscRing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscGrowableVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded first-in first-out list of preallocated objects: a post list, a free list, a completion list or the arrivals of a wire.
 *
 * <p>A list is sized for every object that can ever be in it, so an offer that finds it full is a defect of its maker and is refused
 * with an exception that names the list. Senders run out of <em>objects</em>, not of slots: that is where back-pressure appears.
 *
 * <p>The engine's bookkeeping lives here too: which agent consumes the list, and which agents found it empty and asked to be woken
 * by the next delivery. Only the modelled engine uses it; these fields belong to the engine's thread.
 *
 * @param <T> what the list carries
 */
public final class DeliveryList<T> extends PlainSlots<T> {
    /** The consumer of a list that no agent has bound. */
    public static final int NO_CONSUMER = -1;

    /** Where a {@linkplain #growing growing} list begins, which is also the least of which its queue can be told that more may come. */
    private static final int FIRST_CAPACITY = 16;

    private static final int[] NOBODY = {};
    private static final Frame[] NO_FRAMES = {};

    private final String name;
    /**
     * The list of one queue pair's frames. A branch on a field costs less than a call to one of four queues. Like the two others it is
     * given up where one thread at a time does everything.
     */
    private @Nullable IndexRing numbers;
    /** The frames of the queue pair by their numbers; used with {@link #numbers} only. */
    private final @Nullable Frame[] frames;
    /** The list of one sender and one target. */
    private @Nullable SpscRing<T> ring;
    /** The list of several, or one that grows, where {@link #numbers} and {@link #ring} are null. */
    private @Nullable MessagePassingQueue<T> queue;
    /** Whom a delivery may have to wake; set before the list is used by several threads. */
    private @Nullable EdgeListener edge;
    private int consumer = NO_CONSUMER;
    private int taker = NO_CONSUMER;
    private long returnNs;
    private int[] waiters = NOBODY;
    private int waiterCount;

    private DeliveryList(String name, @Nullable IndexRing numbers, @Nullable Frame[] frames, @Nullable SpscRing<T> ring,
        @Nullable MessagePassingQueue<T> queue) {
        this.name = Objects.requireNonNull(name);
        this.numbers = numbers;
        this.frames = frames;
        this.ring = ring;
        this.queue = queue;
    }

    private MessagePassingQueue<T> queue() {
        return Objects.requireNonNull(queue);
    }

    /**
     * A list of the frames of one queue pair, with one delivering and one polling thread. It carries their numbers, which is the fastest
     * way from one processor to another; a frame of another queue pair has no business in it.
     *
     * @param name for messages and traces
     * @param frames the queue pair's frames by {@link Frame#index()}; the queue pair fills it in, and a frame is there before it is
     *     delivered
     * @return the list
     */
    static DeliveryList<Frame> ofFrames(String name, @Nullable Frame[] frames) {
        return new DeliveryList<>(name, new IndexRing(frames.length), frames, null, null);
    }

    /**
     * A list with one delivering and one polling thread.
     *
     * @param <T> what the list carries
     * @param name for messages and traces, in domain words, for example {@code "iop1 inbound post from host"}
     * @param capacity at least 1; rounded up to a power of two, at least 256
     * @return the list
     */
    public static <T> DeliveryList<T> singleProducer(String name, int capacity) {
        return new DeliveryList<>(name, null, NO_FRAMES, new SpscRing<>(capacity), null);
    }

    /**
     * A list with one delivering and one polling thread that takes as much memory as the most that were ever in it: for one that could hold
     * what all nodes of a system send at once, and never does. It allocates while it grows, and a full one is slower than
     * {@link #singleProducer}.
     *
     * @param <T> what the list carries
     * @param name for messages and traces
     * @param capacity the most that can be in it, at least 1; rounded up to a power of two, at least 32
     * @return the list
     */
    public static <T> DeliveryList<T> growing(String name, int capacity) {
        return new DeliveryList<>(name, null, NO_FRAMES, null,
            new SpscGrowableVarHandleArrayQueue<>(FIRST_CAPACITY, Math.max(2 * FIRST_CAPACITY, capacity)));
    }

    /**
     * A list with any number of delivering threads and one polling thread.
     *
     * @param <T> what the list carries
     * @param name for messages and traces
     * @param capacity at least 1
     * @return the list
     */
    public static <T> DeliveryList<T> multiProducer(String name, int capacity) {
        return new DeliveryList<>(name, null, NO_FRAMES, null, new MpscVarHandleArrayQueue<>(Math.max(4, capacity)));
    }

    /**
     * A list with any number of delivering and polling threads, for what several host threads take from.
     *
     * @param <T> what the list carries
     * @param name for messages and traces
     * @param capacity at least 1
     * @return the list
     */
    public static <T> DeliveryList<T> shared(String name, int capacity) {
        return new DeliveryList<>(name, null, NO_FRAMES, null, new MpmcVarHandleArrayQueue<>(Math.max(4, capacity)));
    }

    /** {@return the name given by its maker} */
    public String name() {
        return name;
    }

    /**
     * Adds {@code item} when there is room. Called by the engine, or by set-up code; agents deliver through their {@link Delivery}.
     *
     * @param item the object to add
     * @return false when the list is full; nothing was changed
     */
    public boolean offer(T item) {
        boolean added = true;
        if (isPlain()) {
            added = add(item);
        } else if (numbers != null) {
            numbers.offer(((Frame) item).index());
        } else {
            added = ring == null ? queue().relaxedOffer(item) : ring.offer(item);
        }
        announce();
        return added;
    }

    private void announce() {
        EdgeListener listener = edge;
        if (listener != null) {
            listener.onDelivery();
        }
    }

    /**
     * Adds {@code item}.
     *
     * @param item the object to add
     * @throws IllegalStateException when the list is full: its maker sized it for fewer objects than there are
     */
    public void offerOrThrow(T item) {
        if (numbers != null) {
            numbers.offer(((Frame) item).index());
        } else if (!(isPlain() ? add(item) : ring == null ? queue().offer(item) : ring.offer(item))) {
            throw new IllegalStateException("list '" + name + "' is full: size it for every object that can be in it");
        }
        announce();
    }

    /** {@return the oldest object, removed, or null when nothing has arrived; called by the consumer's thread} */
    public @Nullable T poll() {
        if (isPlain()) {
            return remove();
        }
        if (numbers == null) {
            return ring == null ? queue().relaxedPoll() : ring.poll();
        }
        int number = numbers.poll();
        if (number == IndexRing.NONE) {
            return null;
        }
        @SuppressWarnings("unchecked") // a list with numbers is a list of frames
        T found = (T) frames[number];
        return found;
    }

    /** {@return how many objects are in the list; exact only while no other thread uses it} */
    public int size() {
        if (isPlain()) {
            return count();
        }
        if (numbers != null) {
            return numbers.size();
        }
        return ring == null ? queue().size() : ring.size();
    }

    /** {@return whether nothing is in the list as far as this thread can see} */
    public boolean isEmpty() {
        if (isPlain()) {
            return count() == 0;
        }
        if (numbers != null) {
            return numbers.isEmpty();
        }
        return ring == null ? queue().isEmpty() : ring.isEmpty();
    }

    /** {@return how many objects fit} */
    public int capacity() {
        if (isPlain()) {
            return most();
        }
        if (numbers != null) {
            return numbers.capacity();
        }
        return ring == null ? queue().capacity() : ring.capacity();
    }

    /** {@return the engine's index of the agent that consumes this list, or {@link #NO_CONSUMER}} */
    public int consumer() {
        return consumer;
    }

    /**
     * Names the agent that a delivery wakes. Called through the engine while the system is being built.
     *
     * @param agentIndex the engine's index of the agent
     */
    public void bindConsumer(int agentIndex) {
        this.consumer = agentIndex;
    }

    /**
     * From now on one thread at a time does everything with this list, one after the other: nothing in it has to be told to another
     * processor, and to find it empty is to look at one number. For the modelled engine, whose agents look at many lists for each piece of
     * work; while the system is being built. What is in the list stays there. It then takes as much memory as the most that were ever in
     * it.
     */
    public void usedByOneThread() {
        if (!isPlain()) {
            List<T> present = new ArrayList<>();
            for (T item = poll(); item != null; item = poll()) {
                present.add(item);
            }
            makeSlots(capacity());
            numbers = null;
            ring = null;
            queue = null;
            present.forEach(this::offerOrThrow);
        }
    }

    /** {@return the engine's index of the agent that takes from this list without being woken by it, or {@link #NO_CONSUMER}} */
    public int taker() {
        return taker;
    }

    /** {@return nanoseconds for which what agents of another node than the {@link #taker}'s return to this list is in flight} */
    public long returnNs() {
        return returnNs;
    }

    /**
     * Names the agent that takes from this list what its users return. Called through the engine while the system is being built.
     *
     * @param agentIndex the engine's index of the agent
     * @param fromOtherNodesNs how long a return from another node is in flight, at least 0
     */
    public void bindTaker(int agentIndex, long fromOtherNodesNs) {
        this.taker = agentIndex;
        this.returnNs = fromOtherNodesNs;
    }

    /**
     * Names who is notified of deliveries because its thread sleeps between them. While the system is being built.
     *
     * @param listener is notified of every delivery from now on
     */
    public void notifyEdgesTo(EdgeListener listener) {
        this.edge = listener;
    }

    /**
     * Remembers an agent that found this list empty, until the next delivery. Engine thread only.
     *
     * @param agentIndex the engine's index of the agent
     */
    public void addWaiter(int agentIndex) {
        for (int i = 0; i < waiterCount; i++) {
            if (waiters[i] == agentIndex) {
                return;
            }
        }
        if (waiterCount == waiters.length) {
            waiters = Arrays.copyOf(waiters, Math.max(2, waiterCount * 2));
        }
        waiters[waiterCount++] = agentIndex;
    }

    /**
     * Forgets all waiting agents, giving each to {@code action} in the order in which they came. Engine thread only.
     *
     * @param action receives the engine's index of each agent
     */
    public void releaseWaiters(IntConsumer action) {
        int count = waiterCount;
        waiterCount = 0;
        for (int i = 0; i < count; i++) {
            action.accept(waiters[i]);
        }
    }

    /** {@return whether an agent waits for the next delivery} */
    public boolean hasWaiters() {
        return waiterCount > 0;
    }

    @Override
    public String toString() {
        return "list '" + name + "' (" + size() + " of " + capacity() + ")";
    }
}
