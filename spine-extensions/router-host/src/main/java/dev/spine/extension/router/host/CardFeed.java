package dev.spine.extension.router.host;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.runtime.LoadOptions;
import dev.spine.extension.runtime.RuntimeProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostTimer;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One card as its router sees it: loads the extension, again after each reset of the card, and brings it orders, in order, one message at a
 * time. Orders are entered by any thread; everything else belongs to the host's agent.
 */
final class CardFeed {
    /** What happens to a card. */
    interface Listener {
        /** The extension runs and knows nothing yet: enter what it has to know. */
        void onRunning(CardFeed card);

        /** The card has refused a part of its table. */
        void onTableRefused(CardFeed card);
    }

    /** So much of orders at once as a card carries out without ever resting for it. */
    private static final int MESSAGE_BYTES = 3_200;
    private static final int REGION_BYTES = 80 << 10;
    private static final long AGAIN_NS = 500_000_000L;
    private static final int FIRST_WORD = RuntimeProtocol.FIRST_USER_WORD;

    private enum Phase { LISTEN_DONE, LISTEN_FENCED, LOAD, LOADING, RUNNING, LOST, FAILED, CLOSED }

    private final int number;
    private final RouterPort port;
    private final RouterHost host;
    private final byte[] image;
    private final LoadOptions options;
    private final long key;
    private final Listener listener;
    private final Region region;
    private final HostTimer again;
    private final int doneContext;
    private final int fencedContext;
    private Phase phase = Phase.LISTEN_DONE;
    private int life;
    private volatile int instance;
    private @Nullable HostException failure;

    /** Orders that have not left, and how many were ever entered; guarded by this. */
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private long entered;
    private boolean takesOrders;

    /** Orders that are in force. */
    private volatile long inForce;
    private int underWay;
    /** Bytes of orders that are in the region and have not left. */
    private int gatheredBytes;
    private int message;
    private int fence;
    private int fenceToSend;
    private int fenced;

    CardFeed(int number, RouterPort port, RouterHost host, byte[] image, LoadOptions options, long key, Listener listener) {
        this.number = number;
        this.port = port;
        this.host = host;
        this.image = image;
        this.options = options;
        this.key = key;
        this.listener = listener;
        this.region = host.memory().allocate("orders for port " + number, REGION_BYTES);
        this.again = host.agent().timer(() -> {
            if (phase == Phase.FAILED) {
                phase = Phase.LISTEN_DONE;
            }
        });
        this.doneContext = port.runtime().listener(this::onDone);
        this.fencedContext = port.runtime().listener(this::onFenced);
    }

    int number() {
        return number;
    }

    RouterPort port() {
        return port;
    }

    /** {@return the number of the extension on the card, 0 while it does not run; any thread} */
    int instance() {
        return instance;
    }

    boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /** {@return why the extension could not be loaded, or null} */
    @Nullable HostException failure() {
        return phase == Phase.FAILED ? failure : null;
    }

    // --- orders

    /** Enters an order; a card that does not run is brought everything when it does. Any thread. */
    synchronized void enter(byte[] order) {
        if (takesOrders) {
            waiting.add(order);
            entered++;
        }
    }

    /** {@return how many orders were entered so far; any thread} */
    synchronized long entered() {
        return entered;
    }

    /** {@return whether so many orders are in force, or the card knows nothing of what was before them} */
    boolean hasInForce(long goal) {
        return inForce >= goal;
    }

    private synchronized void takeOrders(boolean takes) {
        takesOrders = takes;
        waiting.clear();
        inForce = entered;
    }

    /**
     * Parts of a table that wait are not to be brought any more: the caller enters the whole table anew. What has happened to other cards
     * is still to be told, in its order. Any thread.
     */
    synchronized void forgetTable() {
        waiting.removeIf(order -> OrderWriter.isTable(order));
    }

    private synchronized int gather() {
        int bytes = 0;
        int count = 0;
        while (!waiting.isEmpty() && (count == 0 || bytes + waiting.getFirst().length <= MESSAGE_BYTES)) {
            byte[] next = waiting.removeFirst();
            MemorySegment.copy(next, 0, region.memory(), ValueLayout.JAVA_BYTE, bytes, next.length);
            bytes += next.length;
            count++;
        }
        underWay = count;
        return bytes;
    }

    private boolean sendOrders() {
        if (underWay > 0 && gatheredBytes == 0) {
            return false;
        }
        if (underWay == 0) {
            gatheredBytes = gather();
        }
        if (underWay == 0 || !port.runtime().trySendBulk(instance, RouterProtocol.ORDERS, region.base(), gatheredBytes, (int) (key >>> 32),
            (int) key, message + 1)) {
            return false;
        }
        message++;
        gatheredBytes = 0;
        return true;
    }

    private synchronized void settle() {
        // Of orders that were forgotten, those that came in their place are in force when all are.
        inForce = waiting.isEmpty() ? entered : inForce + underWay;
        underWay = 0;
    }

    /** Every extension of the card can send to the host's handlers. */
    private boolean isFromRouter(MessageFrame reply) {
        return !reply.isFail() && phase == Phase.RUNNING && reply.wordOrZero(FIRST_WORD + RouterProtocol.HOST_KEY) == (int) (key >>> 32)
            && reply.wordOrZero(FIRST_WORD + RouterProtocol.HOST_KEY + 1) == (int) key;
    }

    private void onDone(MessageFrame reply) {
        if (!isFromRouter(reply) || reply.wordOrZero(FIRST_WORD) != message || underWay == 0) {
            return;
        }
        settle();
        if (reply.wordOrZero(FIRST_WORD + 1) == RouterProtocol.TABLE_REFUSED) {
            listener.onTableRefused(this);
        }
    }

    // --- fences

    /** Has the card answer when nothing that was decided before can still leave. */
    void beginFence(int newFence) {
        fence = newFence;
        fenceToSend = phase == Phase.RUNNING ? newFence : 0;
        fenced = phase == Phase.RUNNING ? fenced : newFence;
    }

    /** {@return whether the fence of {@link #beginFence} was answered, or cannot be because the card has lost everything} */
    boolean isFenced() {
        return fenced == fence;
    }

    private boolean sendFence() {
        if (!port.runtime().trySend(instance, RouterProtocol.FENCE, (int) (key >>> 32), (int) key, fenceToSend)) {
            return false;
        }
        fenceToSend = 0;
        return true;
    }

    private void onFenced(MessageFrame reply) {
        if (isFromRouter(reply)) {
            fenced = reply.wordOrZero(FIRST_WORD);
        }
    }

    // --- its life

    /** The card was lost, with everything on it. */
    void onLost() {
        if (phase != Phase.CLOSED) {
            end(Phase.LOST);
        }
    }

    private void end(Phase next) {
        phase = next;
        life++;
        instance = 0;
        underWay = 0;
        gatheredBytes = 0;
        fenced = fence;
        fenceToSend = 0;
        takeOrders(false);
    }

    /** The card is there again. */
    void onBack() {
        if (phase == Phase.LOST || phase == Phase.FAILED) {
            phase = Phase.LISTEN_DONE;
        }
    }

    /** The router has ended: nothing more is brought. */
    void close() {
        end(Phase.CLOSED);
        host.memory().free(region);
    }

    private void load() {
        phase = Phase.LOADING;
        int begun = life;
        port.runtime().beginLoad(image, options).whenDone(loaded -> {
            if (begun != life || phase != Phase.LOADING) {
                return;
            }
            failure = loaded.failure();
            if (failure != null) {
                phase = Phase.FAILED;
                again.setIn(AGAIN_NS);
                return;
            }
            instance = loaded.get();
            phase = Phase.RUNNING;
            takeOrders(true);
            listener.onRunning(this);
        });
    }

    /** {@return how much was done} */
    int doWork() {
        return switch (phase) {
            case LISTEN_DONE -> step(port.runtime().tryListen(RouterProtocol.HOST_DONE, doneContext), Phase.LISTEN_FENCED);
            case LISTEN_FENCED -> step(port.runtime().tryListen(RouterProtocol.HOST_FENCED, fencedContext), Phase.LOAD);
            case LOAD -> {
                load();
                yield 1;
            }
            case RUNNING -> (sendOrders() ? 1 : 0) + (fenceToSend != 0 && sendFence() ? 1 : 0);
            default -> 0;
        };
    }

    private int step(boolean done, Phase next) {
        phase = done ? next : phase;
        return done ? 1 : 0;
    }
}
