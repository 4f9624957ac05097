package dev.spine.extension.host.kernel;

import dev.spine.extension.api.Route;
import dev.spine.extension.host.DataInbox;
import dev.spine.extension.host.DataListener;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.PacketPort;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The extension runtime of the host. An extension that runs here is a <em>kernel extension</em>: the same class, verified, metered and
 * limited as on a card, next to the host's drivers instead of next to the wire.
 *
 * <p>All methods are called on the host agent's thread, or while the system is being built; {@link KernelClient} is for others. The data
 * path ({@link #open}, {@link #post}, handlers, listeners) allocates nothing.
 */
public final class KernelRuntime implements HostWork {
    private static final int CONTROL_WORDS = 6;

    private final HostAgent host;
    private final HostMemory memory;
    private final HostEnvironment environment;
    private final HostedRuntime runtime;
    private final QueuePair fromApplication;
    private final MessageRoute route;
    private final MessageFrame reader = new MessageFrame();
    private final ApplicationListeners listeners;
    private final List<KernelLink> links = new ArrayList<>();
    private final List<CardPeer> cards = new ArrayList<>();
    /** Messages of the application whose receivers have no room, in order. */
    private final ArrayDeque<Frame> held = new ArrayDeque<>();
    private long linkLost;
    private long cardsLost;

    /**
     * A runtime for a host without packets.
     *
     * @param host the host's agent
     * @param driver the host's driver, which knows the IOPs that extensions send to
     * @param memory the host's memory
     * @param memoryBytes how much of it extensions share; as much again is for what devices reach
     * @param limits what each instance may hold
     */
    public KernelRuntime(HostAgent host, HostDriver driver, HostMemory memory, int memoryBytes, InstanceLimits limits) {
        this(host, driver, memory, memoryBytes, limits, null);
    }

    /**
     * A runtime.
     *
     * @param host the host's agent
     * @param driver the host's driver, which knows the IOPs that extensions send to
     * @param memory the host's memory
     * @param memoryBytes how much of it extensions share; as much again is for what devices reach
     * @param limits what each instance may hold
     * @param port where packets come from and go to, for example a {@link LanPacketPort}; null when there is none
     */
    public KernelRuntime(HostAgent host, HostDriver driver, HostMemory memory, int memoryBytes, InstanceLimits limits,
        @Nullable PacketPort port) {
        this.host = host;
        this.environment = new HostEnvironment("host", host, driver, memory, port);
        this.memory = memory;
        this.runtime = new HostedRuntime(environment, memoryBytes, limits);
        this.listeners = new ApplicationListeners(runtime, host);
        environment.answerTo(runtime);
        this.fromApplication = HostEnvironment.queuePair("application to kernel extensions", memory);
        this.route = environment.routeOver(fromApplication);
        host.context().consumes(fromApplication.postList());
        host.register(this);
    }

    /**
     * Has somebody notified of each activation. Before anything is loaded; it makes activations slow.
     *
     * @param observer is notified on the host's agent
     */
    public void observe(ActivationObserver observer) {
        runtime.observe(observer);
    }

    // --- life

    /**
     * Loads an extension.
     *
     * @param image the bytes of its jar, the same as for a card
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number
     * @throws ExtensionException with the verdict, when it was refused or its start failed
     */
    public int load(byte[] image, LoadOptions options) throws ExtensionException {
        return runtime.load(image, options);
    }

    /**
     * Replaces the code of an extension between two messages, on trial.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param owner whose it must be, 0 for anybody's
     * @param parameters what the new version is told; null: the same as the old one
     * @throws ExtensionException with the verdict, when there is no such extension, or the new version was refused or failed to start; the
     *     old one then goes on
     */
    public void replace(int instance, byte[] image, int owner, @Nullable LoadParameters parameters) throws ExtensionException {
        runtime.replace(instance, image, owner, parameters);
    }

    /**
     * Unloads an extension: it stops now, and is gone when {@link #isLoaded} says so, as soon as its last transfer has ended.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @return false when the owner has none of that number, or it is being unloaded already
     */
    public boolean unload(int instance, int owner) {
        boolean begun = runtime.unload(instance, owner);
        if (begun) {
            unlink(instance);
        }
        return begun;
    }

    /**
     * Unloads all extensions of an owner that were loaded for as long as it is connected.
     *
     * @param owner whose connection has ended
     * @return the numbers of those that had not been unloaded before
     */
    public List<Integer> endOwner(int owner) {
        List<Integer> ending = runtime.endOwner(owner);
        ending.forEach(this::unlink);
        return ending;
    }

    private void unlink(int instance) {
        for (KernelLink link : links) {
            if (link.instance() == instance) {
                link.close();
                linkLost += link.lost();
            }
        }
        links.removeIf(link -> link.instance() == instance);
    }

    /**
     * {@return whether there is an instance of that number: running, failed, or on its way out}
     *
     * @param instance 1 to 255
     */
    public boolean isLoaded(int instance) {
        return runtime.isLoaded(instance);
    }

    /**
     * {@return whether an instance runs: it has neither failed nor ended}
     *
     * @param instance 1 to 255
     */
    public boolean isRunning(int instance) {
        return runtime.isRunning(instance);
    }

    /**
     * Sets what all extensions of an owner may use together on the host, from now on; cards have limits of their own.
     *
     * @param owner whose
     * @param limits how much
     * @throws ExtensionException when there are limits for as many owners as may be
     */
    public void limit(int owner, OwnerLimits limits) throws ExtensionException {
        runtime.limit(owner, limits);
    }

    /** Unloads all extensions and takes no more turns. Nothing may be loaded afterwards. */
    public void close() {
        list(0).forEach(status -> unload(status.instance(), 0));
        cards.forEach(CardPeer::close);
        host.deregister(this);
    }

    // --- messages of the application

    /** {@return whether {@link #open} has a frame to give} */
    public boolean hasFrame() {
        return fromApplication.freeForSender() > 0;
    }

    /**
     * {@return whether a bulk message can be taken now}
     *
     * @param instance whose
     */
    public boolean hasRoom(int instance) {
        return runtime.hasRoom(instance) && hasFrame();
    }

    /**
     * Opens a small message to an extension. Its user words begin at word 4 and are 0.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param user the user byte
     * @return a writer, to be posted; null when as many messages wait as can: try again after a turn of the agent
     */
    public @Nullable MessageFrame open(int instance, int handler, int user) {
        MessageFrame frame = route.open();
        if (frame != null) {
            host.context().charge(Op.BUILD_FRAME);
            frame.header(RuntimeProtocol.SMALL_WORDS, 0, 0, Function.SMALL_MESSAGE, Tid.HOST, Tid.HOST);
            frame.contexts(0, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), user,
                RuntimeProtocol.KIND_SMALL));
            for (int i = RuntimeProtocol.FIRST_USER_WORD; i < RuntimeProtocol.SMALL_WORDS; i++) {
                frame.setWord(i, 0);
            }
        }
        return frame;
    }

    /** Sends what {@link #open} returned. */
    public void post() {
        route.post();
    }

    /**
     * Sends a bulk message: the data is copied at once, and is the handler's to read and to keep.
     *
     * @param instance the extension's instance number
     * @param handler the handler there
     * @param words at most 12 user words
     * @param data holds the data
     * @param offset its first byte
     * @param bytes how many, at least 1
     * @return what became of it
     */
    public HostedRuntime.Admission send(int instance, int handler, int[] words, MemorySegment data, long offset, int bytes) {
        MessageFrame frame = open(instance, handler, 0);
        if (frame == null) {
            return HostedRuntime.Admission.LATER;
        }
        for (int i = 0; i < words.length; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, words[i]);
        }
        HostedRuntime.Admission admission = runtime.deliver(frame, instance, handler, data, offset, bytes);
        route.cancel();
        if (admission == HostedRuntime.Admission.TAKEN) {
            // No frame is delivered for it, so nothing else would give the agent a turn.
            host.context().wakeAt(host.context().nowNs());
        }
        return admission;
    }

    /**
     * Receives the messages that extensions here send to one of the application's handlers.
     *
     * @param handler the application's handler, 0 to 255
     * @param receiver called on the host's agent; user words begin at word 4. The frame is valid during the call
     * @throws IllegalArgumentException when there is no such handler
     */
    public void listen(int handler, ReplyHandler receiver) {
        listeners.listen(handler, receiver, 0);
    }

    /**
     * Receives the messages that extensions here send to one of the application's handlers, with their data: the host's DMA engine brings
     * them into memory that the application lends.
     *
     * @param handler the application's handler, 0 to 255
     * @param buffers the memory that is lent
     * @param receiver called on the host's agent
     * @return what {@linkplain DataInbox#close ends} listening
     * @throws IllegalArgumentException when there is no such handler
     */
    public DataInbox listen(int handler, LentBuffers buffers, DataListener receiver) {
        return new DataInbox(host, listeners.newWay(), memory, handler, buffers, receiver);
    }

    // --- messages of cards

    /**
     * Makes extensions here peers of a card's extensions, with data, answers and credit as between cards: they ask their context for a peer
     * of IOP_ID {@link RuntimeProtocol#HOST_IOP} and TID {@link Tid#HOST}. The other way needs nothing. Ends with this runtime, when
     * another one serves the card, and with a reset of the IOP, after which whoever loads its extensions again calls this again.
     *
     * @param iop the driver of the card
     * @param runtimeTid the card's runtime
     * @return false when the IOP has no free frame now: try again
     */
    public boolean serve(IopDriver iop, int runtimeTid) {
        CardPeer card = new CardPeer(runtime, iop, runtimeTid);
        if (!card.begin()) {
            card.close();
            return false;
        }
        cards.removeIf(before -> {
            if (before.iop() == iop) {
                before.close();
            }
            cardsLost += before.isOpen() ? 0 : before.lost();
            return !before.isOpen();
        });
        cards.add(card);
        return true;
    }

    /** {@return the cards that are served, or were until their reset; for tests} */
    List<CardPeer> cards() {
        return List.copyOf(cards);
    }

    /**
     * Joins two halves of an application: what extensions of a card send to one of the application's handlers goes to an extension here.
     * The other way needs nothing: this half asks its context for a peer. Ends with the extension, and with a reset of the IOP. Data do not
     * come this way: a card that is {@linkplain #serve served} sends them to a peer.
     *
     * @param iop the driver of the card
     * @param runtimeTid the card's runtime
     * @param applicationHandler the handler that the card's half sends to, 0 to 255
     * @param instance the instance number of the half that runs here
     * @param handler its handler
     * @return false when the IOP has no free frame now: try again
     * @throws IllegalArgumentException when there is no such instance
     */
    public boolean join(IopDriver iop, int runtimeTid, int applicationHandler, int instance, int handler) {
        if (!runtime.isRunning(instance)) {
            throw new IllegalArgumentException("there is no kernel extension " + instance + " that runs");
        }
        KernelLink link = new KernelLink(runtime, memory, iop, instance, handler);
        OutgoingRequest request = iop.openStanding(runtimeTid, Function.PRIVATE, CONTROL_WORDS, 0, link.context());
        if (request == null) {
            link.close();
            return false;
        }
        request.frame().setWord(4, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN);
        request.frame().setWord(5, applicationHandler);
        request.post();
        links.add(link);
        return true;
    }

    // --- its turns

    @Override
    public int doWork(int limit) {
        int work = takeFromApplication(limit);
        for (int i = 0; i < links.size() && work < limit; i++) {
            work += links.get(i).doWork(limit - work);
        }
        for (int i = 0; i < cards.size() && work < limit; i++) {
            work += cards.get(i).doWork(limit - work);
        }
        if (work < limit) {
            work += runtime.doWork(limit - work);
        }
        while (work < limit && giveToApplication()) {
            work++;
        }
        return work;
    }

    private int takeFromApplication(int limit) {
        int work = 0;
        for (int left = held.size(); left > 0; left--) {
            // Always once around, so that the order stays: who has no room, or no turn, goes to the end again.
            Frame frame = held.removeFirst();
            if (work == limit) {
                held.addLast(frame);
            } else {
                work += deliver(frame) ? 1 : 0;
            }
        }
        while (work < limit) {
            Frame frame = fromApplication.poll();
            if (frame == null) {
                break;
            }
            host.context().charge(Op.DISPATCH);
            work += deliver(frame) ? 1 : 0;
        }
        return work;
    }

    private boolean deliver(Frame frame) {
        reader.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        int control = reader.transactionContext();
        if (runtime.deliver(reader, control >>> 24, control >>> 16 & 0xFF, Route.Way.HOST) == HostedRuntime.Admission.LATER) {
            held.addLast(frame);
            return false;
        }
        fromApplication.free(host.context(), frame);
        return true;
    }

    private boolean giveToApplication() {
        QueuePair queuePair = environment.toApplication();
        Frame frame = queuePair.poll();
        if (frame == null) {
            return false;
        }
        host.context().charge(Op.DISPATCH);
        reader.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        listeners.hear(reader);
        queuePair.free(host.context(), frame);
        return true;
    }

    // --- for people

    /**
     * {@return the loaded extensions of an owner}
     *
     * @param owner whose, 0 for all
     */
    public List<InstanceStatus> list(int owner) {
        return runtime.list(owner);
    }

    /**
     * {@return what owners use on the host, and may use}
     *
     * @param owner whose, 0 for all
     */
    public List<OwnerStatus> owners(int owner) {
        return runtime.owners(owner);
    }

    /**
     * {@return everything about an extension, or null when the owner has none of that number}
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     */
    public @Nullable InstanceStatus inspect(int instance, int owner) {
        return runtime.inspect(instance, owner);
    }

    /** {@return bytes of host memory that are lent to extensions} */
    public int memoryInUse() {
        return runtime.memoryInUse();
    }

    /** {@return buffers that applications lend for the data of messages to them} */
    public int lentByApplications() {
        return runtime.lentByHost();
    }

    /** {@return messages that had no destination, or were lost because their destination could take none} */
    public long undeliverable() {
        long lost = linkLost + cardsLost + listeners.unheard();
        for (CardPeer card : cards) {
            lost += card.lost();
        }
        for (KernelLink link : links) {
            lost += link.lost();
        }
        return runtime.undeliverable() + lost;
    }

    /** {@return packets that were dropped because their extension could take no more} */
    public long packetsLost() {
        return environment.packetsLost();
    }
}
