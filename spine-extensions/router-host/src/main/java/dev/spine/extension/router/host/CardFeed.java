package dev.spine.extension.router.host;

import dev.spine.extension.host.LoadedInstance;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.IopEventListener;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One card as its router sees it: loads the extension, again after each reset of the card and after each failure, and brings it commands,
 * in order, one message at a time. Commands are entered by any thread; everything else belongs to the host's agent.
 */
final class CardFeed {
    /** What happens to a card. */
    interface Listener {
        /** The extension runs and knows nothing yet: enter what it has to know. */
        void onRunning(CardFeed card);

        /** The extension runs no more: nothing goes by this card. */
        void onGone(CardFeed card);

        /** Why the extension runs no more is known. */
        void onStopped(CardFeed card, String why);

        /** The card has refused a part of its table. */
        void onTableRefused(CardFeed card);
    }

    private static final int REGION_BYTES = 80 << 10;
    private static final int FIRST_WORD = RuntimeProtocol.FIRST_USER_WORD;
    private static final int EVENT_REASON = 6;
    /** In place of an instance while none runs. */
    private static final LoadedInstance NONE = new LoadedInstance(0, 0);

    private enum Phase { LISTEN, LISTENING, LISTEN_DONE, LISTEN_FENCED, LOAD, LOADING, RUNNING, LOST, STOPPED, CLOSED }

    private final int number;
    private final RouterPort port;
    private final RouterHost host;
    private final byte[] image;
    private final LoadOptions options;
    private final long key;
    private final Listener listener;
    private final CommandQueue commands = new CommandQueue();
    private final Region region;
    private final HostTimer again;
    private final Patience patience = new Patience();
    private final Reminder reminder;
    private final IopEventListener events = (_, _, report) -> onEvent(report);
    private final int doneContext;
    private final int fencedContext;
    private Phase phase = Phase.LISTEN;
    private int life;
    private volatile LoadedInstance loaded = NONE;
    private final AtomicLong stops = new AtomicLong();
    private @Nullable HostException failure;

    /** Bytes of commands that are in the region and have not left. */
    private int gatheredBytes;
    /** Whether the card cannot fetch what is in the region any more. */
    private boolean regionIsFree = true;
    private int message;
    /** Of the commands on their way. */
    private int sentBytes;
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
        this.region = host.memory().allocate("commands for port " + number, REGION_BYTES);
        this.again = host.agent().timer(() -> {
            if (phase == Phase.STOPPED) {
                phase = Phase.LISTEN;
            }
        });
        this.reminder = new Reminder(host.agent());
        this.doneContext = port.runtime().listener(this::onDone);
        this.fencedContext = port.runtime().listener(this::onFenced);
    }

    int number() {
        return number;
    }

    RouterPort port() {
        return port;
    }

    CommandQueue commands() {
        return commands;
    }

    /** {@return the number of the extension on the card, 0 while it does not run; any thread} */
    int instance() {
        return loaded.number();
    }

    /** {@return how often the extension has stopped while its card went on; any thread} */
    long stops() {
        return stops.get();
    }

    boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    /** {@return why the extension could not be loaded, or null} */
    @Nullable HostException failure() {
        return phase == Phase.STOPPED ? failure : null;
    }

    // --- commands

    private boolean sendCommands() {
        if (commands.isInFlight() && gatheredBytes == 0) {
            return false;
        }
        if (!commands.isInFlight()) {
            gatheredBytes = commands.gather(region.memory());
        }
        if (!commands.isInFlight() || !postCommands(gatheredBytes, message + 1)) {
            return false;
        }
        regionIsFree = false;
        message++;
        sentBytes = gatheredBytes;
        gatheredBytes = 0;
        reminder.begin();
        return true;
    }

    private boolean postCommands(int bytes, int number) {
        return port.runtime().trySendBulk(loaded.number(), RouterProtocol.COMMANDS, region.base(), bytes, (int) (key >>> 32), (int) key,
            number);
    }

    private boolean postFence(int number) {
        return port.runtime().trySend(loaded.number(), RouterProtocol.FENCE, (int) (key >>> 32), (int) key, number);
    }

    /** Says again what was not answered: a message for which the card has no memory is lost, and so is one that finds a full queue. */
    private int remind() {
        if (!reminder.isDue()) {
            return 0;
        }
        boolean commandsWait = commands.isInFlight() && gatheredBytes == 0;
        boolean fenceWaits = fenced != fence && fenceToSend == 0;
        if (!commandsWait && !fenceWaits) {
            reminder.stop();
            return 0;
        }
        if (commandsWait && !postCommands(sentBytes, message) || fenceWaits && !postFence(fence) || reminder.isLong() && !listenAgain()) {
            return 0;
        }
        reminder.again();
        return 1;
    }

    /** Whether the card knows who listens is not known either, when nothing of it is heard for long. */
    private boolean listenAgain() {
        return port.runtime().tryListen(RouterProtocol.HOST_DONE, doneContext)
            && port.runtime().tryListen(RouterProtocol.HOST_FENCED, fencedContext);
    }

    /** Every extension of the card can send to the host's handlers. */
    private boolean isFromRouter(MessageFrame reply) {
        return !reply.isFail() && phase == Phase.RUNNING && reply.wordOrZero(FIRST_WORD + RouterProtocol.HOST_KEY) == (int) (key >>> 32)
            && reply.wordOrZero(FIRST_WORD + RouterProtocol.HOST_KEY + 1) == (int) key;
    }

    private void onDone(MessageFrame reply) {
        if (!isFromRouter(reply) || reply.wordOrZero(FIRST_WORD) != message || !commands.isInFlight() || regionIsFree) {
            return;
        }
        regionIsFree = true;
        commands.settle();
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
        if (!postFence(fenceToSend)) {
            return false;
        }
        fenceToSend = 0;
        reminder.begin();
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
        regionIsFree = true;
        if (phase == Phase.CLOSED) {
            return;
        }
        boolean ran = phase == Phase.RUNNING;
        end(Phase.LOST);
        listener.onGone(this);
        if (ran) {
            listener.onStopped(this, "the card is lost");
        }
    }

    private void end(Phase next) {
        phase = next;
        life++;
        loaded = NONE;
        gatheredBytes = 0;
        fenced = fence;
        fenceToSend = 0;
        commands.close();
        again.cancel();
        reminder.stop();
    }

    /** The card is there again. */
    void onBack() {
        if (phase == Phase.LOST || phase == Phase.STOPPED) {
            phase = Phase.LISTEN;
        }
    }

    private void onEvent(MessageFrame report) {
        if (phase != Phase.RUNNING || !loaded.isMeantBy(report)) {
            return;
        }
        LoadedInstance stopped = loaded;
        end(Phase.STOPPED);
        stops.incrementAndGet();
        listener.onGone(this);
        if (report.wordOrZero(EVENT_REASON) == RuntimeProtocol.STOPPED_BY_FAILURE) {
            int begun = life;
            port.runtime().beginInspect(stopped.number(), 0).whenDone(inspected -> clear(begun, stopped, inspected));
        } else {
            listener.onStopped(this, "it was unloaded");
            waitForAnother();
        }
    }

    /** What has failed stays on the card until it is unloaded; why is told before. */
    private void clear(int begun, LoadedInstance stopped, Pending<InstanceStatus> inspected) {
        if (begun != life) {
            return;
        }
        InstanceStatus status = inspected.failure() == null ? inspected.get() : null;
        if (status == null || status.life() != stopped.life() || !"failed".equals(status.state())) {
            // Somebody was faster, and the number may be another's.
            listener.onStopped(this, "it has failed, and was unloaded");
            waitForAnother();
            return;
        }
        listener.onStopped(this, status.failure());
        port.runtime().beginUnload(stopped.number(), 0).whenDone(_ -> {
            if (begun == life) {
                waitForAnother();
            }
        });
    }

    private void waitForAnother() {
        again.setIn(patience.afterStop(host.agent().context().nowNs()));
    }

    /**
     * The router ends: nothing more is brought, and the extension is not loaded again.
     *
     * @return the instance that is still on the card, 0 for none
     */
    int close() {
        int left = loaded.number();
        if (phase != Phase.CLOSED) {
            end(Phase.CLOSED);
            host.driver().ignore(port.iop(), port.tid(), events);
            port.runtime().release(doneContext);
            port.runtime().release(fencedContext);
        }
        return left;
    }

    /** The extension has left the card, and messages that were on their way to it before that: they are fetched no more. */
    void onUnloaded() {
        regionIsFree = true;
    }

    /**
     * Gives back the memory of the commands, after {@link #close}: {@return whether it could, because the card cannot fetch it any more}.
     */
    boolean free() {
        if (regionIsFree) {
            host.memory().free(region);
        }
        return regionIsFree;
    }

    private void listen() {
        phase = Phase.LISTENING;
        int begun = life;
        host.driver().listen(port.iop(), port.tid(), RuntimeProtocol.EVENT_STOPPED, events).whenDone(listens -> {
            if (begun == life && phase == Phase.LISTENING) {
                step(listens.failure() == null, Phase.LISTEN_DONE);
                if (listens.failure() != null) {
                    stay(listens.failure());
                }
            }
        });
    }

    /** It does not come to run: later once more. */
    private void stay(@Nullable HostException why) {
        failure = why;
        phase = Phase.STOPPED;
        waitForAnother();
    }

    private void load() {
        phase = Phase.LOADING;
        int begun = life;
        port.runtime().beginLoad(image, options).whenDone(answer -> {
            if (begun != life || phase != Phase.LOADING) {
                if (phase == Phase.CLOSED && answer.failure() == null) {
                    port.runtime().beginUnload(answer.get().number(), 0);
                }
                return;
            }
            if (answer.failure() != null) {
                stay(answer.failure());
                return;
            }
            // Messages to the one before came before the load, so none of them is fetched any more.
            regionIsFree = true;
            failure = null;
            loaded = answer.get();
            phase = Phase.RUNNING;
            patience.started(host.agent().context().nowNs());
            commands.open();
            listener.onRunning(this);
        });
    }

    /** {@return how much was done} */
    int doWork() {
        return switch (phase) {
            case LISTEN -> {
                listen();
                yield 1;
            }
            case LISTEN_DONE -> step(port.runtime().tryListen(RouterProtocol.HOST_DONE, doneContext), Phase.LISTEN_FENCED);
            case LISTEN_FENCED -> step(port.runtime().tryListen(RouterProtocol.HOST_FENCED, fencedContext), Phase.LOAD);
            case LOAD -> {
                load();
                yield 1;
            }
            case RUNNING -> (sendCommands() ? 1 : 0) + (fenceToSend != 0 && sendFence() ? 1 : 0) + remind();
            default -> 0;
        };
    }

    private int step(boolean done, Phase next) {
        phase = done ? next : phase;
        return done ? 1 : 0;
    }
}
