package dev.spine.device.wire;

import dev.spine.device.os.DescriptorWait;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a wire over an interface of Linux knows of it without reading from it: whether its link is up, whether it is still there, and where
 * the wire's thread sleeps until it has something to be read.
 *
 * <p>The link is up while the interface is; {@link #look} asks that {@value #LOOKS_PER_SECOND} times a second. An interface that is deleted
 * takes the link down for good, unless the wire gets another one ({@link #again}). Belongs to the wire's agent; any thread may read
 * {@link #link} and {@link #isGone}.
 */
public final class InterfaceWatch {
    /** How often the interface is asked in a second. */
    public static final int LOOKS_PER_SECOND = 50;
    private static final long LOOK_NS = 1_000_000_000L / LOOKS_PER_SECOND;

    private final AgentContext context;
    private final IntSupplier running;
    private final int descriptor;
    private final LinkSignal signal = new LinkSignal();
    private final DeliveryList<LinkSignal> signals;
    private @Nullable DescriptorWait sleepsIn;
    private volatile LinkState link;
    private volatile boolean gone;
    private volatile boolean renewed;
    private long nextLookNs = Long.MIN_VALUE;

    /**
     * A watch of an interface, which is asked at once.
     *
     * @param context the wire's agent
     * @param wire the wire's name in the system file
     * @param descriptor of the interface
     * @param running asks the system: 1 while packets can pass, 0 while they cannot, negative when the interface was deleted
     */
    public InterfaceWatch(AgentContext context, String wire, int descriptor, IntSupplier running) {
        this.context = context;
        this.running = running;
        this.descriptor = descriptor;
        this.signals = DeliveryList.singleProducer(wire + " link signals", 1);
        this.link = ask();
    }

    /**
     * Lets the wire's thread sleep until the interface has something to be read. While the system is built.
     *
     * @param wait where the thread sleeps
     * @param wanted whether the wire can take a packet now
     * @return what is known of the input
     */
    public DescriptorWait.Input sleepIn(DescriptorWait wait, BooleanSupplier wanted) {
        sleepsIn = wait;
        // Neither while the link is down nor when the interface is gone, whose descriptor says forever that something has happened.
        return wait.watch(descriptor, () -> !gone && wanted.getAsBoolean() && link == LinkState.UP);
    }

    /** {@return 1 when the link has changed, which the device is told, or 0; asks the interface only when it is time to} */
    public int look() {
        long now = context.nowNs();
        if (now < nextLookNs && !renewed) {
            return 0;
        }
        nextLookNs = now + LOOK_NS;
        if (renewed) {
            renewed = false;
            gone = false;
        }
        if (!gone) {
            context.wakeAt(nextLookNs);
        }
        LinkState is = ask();
        if (is == link) {
            return 0;
        }
        link = is;
        signal.raise(context, signals);
        return 1;
    }

    /** Has the next {@link #look} ask: the system has refused something. */
    public void lookSoon() {
        nextLookNs = Long.MIN_VALUE;
    }

    /** The wire has another interface behind the same descriptor, or none: the next {@link #look} asks anew, and is soon. Any thread. */
    public void again() {
        renewed = true;
        DescriptorWait wait = sleepsIn;
        if (wait != null) {
            wait.wake();
        }
    }

    private LinkState ask() {
        int is = running.getAsInt();
        gone |= is < 0;
        return is == 1 ? LinkState.UP : LinkState.DOWN;
    }

    /** {@return where the device is notified of the link; {@link WirePort#linkSignals}} */
    public DeliveryList<LinkSignal> signals() {
        return signals;
    }

    /** {@return the link's state} */
    public LinkState link() {
        return link;
    }

    /** {@return whether nothing can be sent now} */
    public boolean isDown() {
        return gone || link == LinkState.DOWN;
    }

    /** {@return whether the interface was deleted, or the watch closed} */
    public boolean isGone() {
        return gone && !renewed;
    }

    /** Ends the watch, before the interface is given back. After the engine has ended. May be called more than once. */
    public void close() {
        gone = true;
        link = LinkState.DOWN;
        DescriptorWait wait = sleepsIn;
        if (wait != null) {
            sleepsIn = null;
            wait.forget(descriptor);
        }
    }
}
