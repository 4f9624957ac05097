package dev.spine.device.tunnel;

import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.IdleWait;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Netty's event loop on the thread of a card: a frame goes from the card into its connection, and from there to the card, without a change
 * of threads. The thread looks for input while it is busy, and sleeps here while it is not. One for all tunnels of a thread.
 *
 * <p>The loop belongs to whichever thread runs it: that of the card, which is another one after the first was lost, and before and after
 * those whoever builds and closes the system. All methods belong to that thread, but {@link #execute}, {@link #wake} and what asks for the
 * state.
 */
// Netty still asks for what it has deprecated.
@SuppressWarnings({"deprecation", "InlineMeSuggester"})
final class CardLoop extends AbstractScheduledEventExecutor implements IoEventLoop, IdleWait, WireLoop {
    private static final String NO_SHUTDOWN = "a loop on a card's thread ends with the card: close it";
    /** How many looks are passed over after one that has found nothing: each is a call of the system. */
    private static final int PASSED_OVER = 4;
    /**
     * The selector counts in milliseconds, and a timer that is late by one does no harm; but for less than this the thread parks, and what
     * comes from outside waits as long.
     */
    private static final long SHORT_NS = 50_000;
    private static final long MIN_NS = 1_000_000;
    /** What the handler takes for a millisecond; it does not wait for less. */
    private static final long MIN_SELECT_NS = MIN_NS / 2;
    private static final long CLOSE_TIMEOUT_MS = 2_000;
    /**
     * While what it waits for comes within that time, it looks around for so long before it sleeps: what another process answers, which
     * does the same, is there by then, and to be woken takes about half as long.
     */
    static final long LOOK_NS = 100_000;
    /** Who holds the processor for so long, when this thread gives it up, answers nobody: it sleeps at once then, for some time. */
    private static final long CROWDED_NS = 500_000;
    private static final long CROWDED_REST_NS = 100_000_000;

    private final OwnSelectors selectors = new OwnSelectors();
    private final IoHandler handler = NioIoHandler.newFactory(selectors).newHandler(this);
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Promise<Void> terminated = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
    private final Sleep sleep = new Sleep();
    private final LookHistory history = new LookHistory();
    private int passedOver;
    /** Whether something has come since the last wait began; when the first wait began since something has; whether one since looked. */
    private boolean hasCome = true;
    private long sinceNs;
    private boolean hasLooked;
    private long looksFromNs = System.nanoTime();
    private volatile @Nullable Thread owner;
    private volatile boolean asleep;
    private volatile boolean woken;
    private volatile boolean closing;

    /** How long a look may wait, for the handler. */
    private final class Sleep implements IoHandlerContext {
        /** Of {@link System#nanoTime}; only while {@link #waits}. */
        private long untilNs;
        private boolean waits;

        @Override
        public boolean canBlock() {
            return waits && !woken && tasks.isEmpty();
        }

        @Override
        public long delayNanos(long nowNs) {
            long scheduled = nextScheduledTaskNano();
            long left = Math.max(0, untilNs - nowNs);
            return scheduled < 0 ? left : Math.min(scheduled, left);
        }

        @Override
        public long deadlineNanos() {
            return ticker().nanoTime() + delayNanos(System.nanoTime());
        }
    }

    // --- the card

    /** One step of the card's thread: {@return how much was done} */
    int look() {
        if (closing) {
            return 0;
        }
        own();
        if (passedOver > 0) {
            passedOver--;
            return tasks.isEmpty() ? 0 : runTasks();
        }
        int done = run();
        passedOver = done > 0 ? 0 : PASSED_OVER;
        hasCome |= done > 0;
        return done;
    }

    @Override
    public void await(long ns) {
        long begin = System.nanoTime();
        if (hasCome) {
            hasCome = false;
            sinceNs = begin;
            hasLooked = false;
        }
        long looking = Math.min(LOOK_NS - (begin - sinceNs), ns);
        if (looking > 0 && !closing && looksAround(begin)) {
            hasLooked = true;
            lookAround(begin, looking);
        }
        boolean hasFound = hasCome;
        long left = ns - (System.nanoTime() - begin);
        if (!hasCome && left > 0) {
            sleep(left);
        }
        if (hasFound) {
            history.found();
        } else if (hasCome) {
            history.woken(hasLooked, System.nanoTime() - sinceNs);
        }
        woken = false;
    }

    /** {@return whether a wait that begins now looks around before it sleeps} */
    boolean looksAround(long nowNs) {
        return history.isWorthWhile() && nowNs - looksFromNs >= 0;
    }

    /** Looks for input again and again, and gives the processor up between: whoever is to send what is waited for may wait for it. */
    @SuppressWarnings("ThreadPriorityCheck")
    private void lookAround(long beginNs, long ns) {
        own();
        long now = beginNs;
        while (!hasCome && !closing && now - beginNs < ns) {
            hasCome = woken || run() > 0;
            if (!hasCome) {
                Thread.yield();
                long before = now;
                now = System.nanoTime();
                if (now - before >= CROWDED_NS) {
                    looksFromNs = now + CROWDED_REST_NS;
                    break;
                }
            }
        }
        passedOver = PASSED_OVER;
    }

    private void sleep(long ns) {
        asleep = true;
        // Whoever wakes says so first and then looks whether somebody sleeps: one of the two sees the other.
        VarHandle.fullFence();
        if (!woken && tasks.isEmpty()) {
            if (closing || ns < SHORT_NS) {
                LockSupport.parkNanos(this, ns);
            } else {
                own();
                sleep.untilNs = System.nanoTime() + Math.max(ns, MIN_NS);
                sleep.waits = true;
                hasCome = run() > 0;
                if (!hasCome && !woken && !closing && tasks.isEmpty() && sleep.untilNs - System.nanoTime() > MIN_SELECT_NS) {
                    // The handler had heard of the last wake by itself, and told its selector to pass over the next wait.
                    hasCome = run() > 0;
                }
                sleep.waits = false;
                passedOver = PASSED_OVER;
            }
        }
        hasCome |= woken;
        asleep = false;
    }

    @Override
    public void wake() {
        woken = true;
        VarHandle.fullFence();
        if (asleep) {
            selectors.wake();
        }
    }

    @Override
    public IdlePolicy policy(IdlePolicy engines) {
        return engines.spins() == IdlePolicy.SPIN.spins() ? engines : IdlePolicy.MOSTLY_WOKEN;
    }

    // --- the loop

    private void own() {
        Thread current = Thread.currentThread();
        if (owner != current) {
            owner = current;
        }
    }

    private int run() {
        return handler.run(sleep) + runTasks();
    }

    private int runTasks() {
        int done = 0;
        fetchFromScheduledTaskQueue(tasks);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            safeExecute(task);
            done++;
        }
        return done;
    }

    @Override
    public EventLoopGroup group() {
        return this;
    }

    @Override
    public void serve(AgentContext device) {
        // What comes is there when the step is over.
    }

    @Override
    public boolean isCurrent() {
        return inEventLoop();
    }

    @Override
    public void announce() {
        // As above.
    }

    @Override
    public void await(Future<?> what) {
        own();
        while (!what.isDone()) {
            run();
            Thread.onSpinWait();
        }
        owner = null;
    }

    @Override
    public void close() {
        Thread running = owner;
        if (!closing && running != null && !inEventLoop() && running.isAlive()) {
            execute(this::end);
            terminated.awaitUninterruptibly(CLOSE_TIMEOUT_MS);
        }
        end();
    }

    private void end() {
        if (!closing) {
            closing = true;
            own();
            handler.prepareToDestroy();
            run();
            handler.destroy();
            terminated.setSuccess(null);
        }
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return thread == owner;
    }

    @Override
    public void execute(Runnable task) {
        if (terminated.isDone()) {
            throw new RejectedExecutionException("the tunnels of this card are closed");
        }
        tasks.add(task);
        if (!inEventLoop()) {
            wake();
        }
    }

    @Override
    public IoEventLoop next() {
        return this;
    }

    @Override
    public @Nullable IoEventLoopGroup parent() {
        return null;
    }

    @Override
    public ChannelFuture register(Channel channel) {
        return register(new DefaultChannelPromise(channel, this));
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        promise.channel().unsafe().register(this, promise);
        return promise;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        return register(promise);
    }

    @Override
    public Future<IoRegistration> register(IoHandle handle) {
        Promise<IoRegistration> registered = newPromise();
        if (inEventLoop()) {
            register(handle, registered);
        } else {
            execute(() -> register(handle, registered));
        }
        return registered;
    }

    // The handler may throw whatever a channel throws.
    @SuppressWarnings("IllegalCatch")
    private void register(IoHandle handle, Promise<IoRegistration> registered) {
        try {
            registered.setSuccess(handler.register(handle));
        } catch (Exception e) {
            registered.setFailure(e);
        }
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> kind) {
        return handler.isCompatible(kind);
    }

    @Override
    public boolean isIoType(Class<? extends IoHandler> kind) {
        return kind.isAssignableFrom(handler.getClass());
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException(NO_SHUTDOWN);
    }

    @Override
    @Deprecated
    public void shutdown() {
        throw new UnsupportedOperationException(NO_SHUTDOWN);
    }

    @Override
    public Future<?> terminationFuture() {
        return terminated;
    }

    @Override
    public boolean isShuttingDown() {
        return closing;
    }

    @Override
    public boolean isShutdown() {
        return closing;
    }

    @Override
    public boolean isTerminated() {
        return terminated.isDone();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }
}
