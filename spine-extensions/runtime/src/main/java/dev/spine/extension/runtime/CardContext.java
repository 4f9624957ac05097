package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Delegation;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Offload;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Priority;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.api.Services;
import dev.spine.extension.api.SharedMemory;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import dev.spine.extension.runtime.message.TimerQueue;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.PacketPort;
import dev.spine.peer.block.BlockOperation;
import org.jspecify.annotations.Nullable;

/**
 * What an extension's code asks the card for: it is the context that each version of an instance gets. What its code may hold and use up is
 * counted by the instance's {@link Holdings} and quotas. Belongs to the card's agent.
 */
final class CardContext implements ExtensionInstance.Context {
    /**
     * What the contexts of a card share.
     *
     * @param parts of the runtime
     * @param dispatcher sends messages
     * @param stores asks for disks
     * @param surfaces asks for windows of displays
     * @param services what extensions offer one another
     * @param calls the calls of services that are in flight
     */
    record Card(RuntimeParts parts, Dispatcher dispatcher, StoreRequests stores, SurfaceRequests surfaces, ServiceRegistry services,
        ServiceCalls calls) {}

    /** Longer delays are as good as this one: 146 years. */
    private static final long MAX_DELAY_NS = 1L << 62;
    private static final int MAC_HEADER_BYTES = 14;
    private static final int LAST_HANDLER = ExtensionVersion.HANDLERS - 1;

    private final ExtensionInstance instance;
    private final Card card;
    private final RuntimeParts parts;
    private final Holdings holdings;
    private final QuotaLedger quotas;
    private final CardMessage outgoing;
    private final CardSharedMemory sharedMemory;
    private final CardDelegation delegation;
    private final CardServices services;
    private long held;

    CardContext(ExtensionInstance instance, Card card) {
        this.instance = instance;
        this.card = card;
        this.parts = card.parts();
        this.holdings = instance.holdings();
        this.quotas = instance.quotas();
        this.outgoing = new CardMessage(instance, card.dispatcher());
        this.sharedMemory = new CardSharedMemory(instance, card.dispatcher());
        this.delegation = new CardDelegation(instance, card.dispatcher());
        this.services = new CardServices(instance, delegation, card.services(), card.calls());
    }

    @Override
    public void end() {
        services.end();
    }

    @Override
    public long held() {
        return held;
    }

    // --- handlers

    @Override
    public @Nullable String parameter(String parameterName) {
        return instance.version().parameters().get(parameterName);
    }

    @Override
    public <C> void onMessage(int handlerNumber, C context, Handler<C> handler) {
        instance.version().install(handlerNumber, context, handler);
    }

    @Override
    public <C> void onPacket(PacketFilter filter, C context, Handler<C> handler) {
        onPacket(0, filter, context, handler);
    }

    @Override
    public <C> void onPacket(int order, PacketFilter filter, C context, Handler<C> handler) {
        instance.version().install(order, filter, context, handler);
    }

    @Override
    public void forgetPackets(PacketFilter filter, Object context) {
        instance.version().remove(filter, context);
    }

    @Override
    public boolean timer(long delayNs, int handler, int timerNumber) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        TimerQueue timers = parts.timers();
        if (!quotas.leavesSome(Quota.TIMERS, timers.left())) {
            quotas.countRefused(Quota.TIMERS);
            return false;
        }
        if (!quotas.take(Quota.TIMERS, 1)) {
            return false;
        }
        boolean added = timers.add(parts.nowNs() + Math.clamp(delayNs, 0, MAX_DELAY_NS), instance.number(), instance.generation(), handler,
            timerNumber);
        if (!added) {
            quotas.give(Quota.TIMERS, 1);
        }
        return added;
    }

    @Override
    public void priority(Priority priority) {
        card.dispatcher().local().queues().turns().set(instance.number(), priority);
    }

    @Override
    public boolean background(int handler, int turn) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        return parts.background().ask(instance, checked(handler, 1, LAST_HANDLER), turn);
    }

    @Override
    public void atBurstEnd(int handler, int turn) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        parts.burstEnd().ask(instance, checked(handler, 1, LAST_HANDLER), turn);
    }

    @Override
    public long nowNs() {
        instance.chargeTime();
        return parts.nowNs();
    }

    @Override
    public int fuelLeft() {
        return instance.version().ledger().account().fuel();
    }

    @Override
    public int copyLimit() {
        return parts.copyLimit();
    }

    // --- messages

    @Override
    public @Nullable OutgoingMessage message(Route destination) {
        parts.agent().charge(Op.EFFECT);
        parts.guests().requireThread();
        if (!card.dispatcher().canSend(instance, destination) || !quotas.mayBegin(Quota.MESSAGES_PER_SECOND, parts.nowNs())) {
            held++;
            return null;
        }
        outgoing.begin(destination);
        return outgoing;
    }

    @Override
    public Route local(int handler) {
        return RuntimeAccess.newRoute(Route.Way.LOCAL, checked(handler, 1, LAST_HANDLER),
            (long) instance.serial() << Integer.SIZE | instance.number());
    }

    @Override
    public Route host(int handler) {
        return host(handler, 0);
    }

    @Override
    public Route host(int handler, int returnHandler) {
        return RuntimeAccess.newRoute(Route.Way.HOST, checked(handler, 0, LAST_HANDLER), checked(returnHandler, 0, LAST_HANDLER));
    }

    @Override
    public @Nullable Route peer(int iopId, int tid, int handler) {
        return peer(iopId, tid, handler, 0);
    }

    @Override
    public @Nullable Route peer(int iopId, int tid, int handler, int returnHandler) {
        parts.agent().charge(Op.EFFECT);
        parts.guests().requireThread();
        return card.dispatcher().peer(iopId, tid, checked(handler, 0, 0xFFFF), checked(returnHandler, 0, LAST_HANDLER));
    }

    @Override
    public Route network(long hardwareAddress, int handler) {
        return network(hardwareAddress, handler, ServiceLevel.UNRELIABLE, 0);
    }

    @Override
    public Route network(long hardwareAddress, int handler, ServiceLevel level, int returnHandler) {
        return RuntimeAccess.newRoute(Route.Way.NETWORK, checked(handler, 0, 0xFFFF),
            RuntimeAccess.networkAddress(hardwareAddress, level, checked(returnHandler, 0, LAST_HANDLER)));
    }

    @Override
    public SharedMemory sharedMemory() {
        return sharedMemory;
    }

    @Override
    public boolean requestSurface(int iopId, int tid, int window, int handler) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        return card.surfaces().request(instance, iopId, tid, window, checked(handler, 1, LAST_HANDLER));
    }

    @Override
    public boolean requestStore(int iopId, int tid, int handler) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        card.stores().requireDisks();
        return card.stores().open(instance, iopId, tid, checked(handler, 1, LAST_HANDLER));
    }

    private static int checked(int handler, int first, int last) {
        if (handler < first || handler > last) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are " + first + " to " + last);
        }
        return handler;
    }

    // --- transfers

    @Override
    public boolean afterTransfers(int handler, int fence) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        return holdings.fence(checked(handler, 1, LAST_HANDLER), fence);
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Surface destination) {
        parts.agent().charge(Op.TRANSFER);
        Lease from = holdings.leaseOf(source);
        checkUsable(RuntimeAccess.origin(destination));
        CardTransfer transfer = holdings.takeTransfer();
        if (transfer != null) {
            transfer.begin(from, destination);
        }
        return transfer;
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, HostRegion destination) {
        parts.agent().charge(Op.TRANSFER);
        if (!destination.isWritable()) {
            throw new UnsupportedOperationException("the region is read-only: ask its giver for another one");
        }
        Lease from = holdings.leaseOf(source);
        checkUsable(RuntimeAccess.origin(destination));
        CardTransfer transfer = holdings.takeTransfer();
        if (transfer != null) {
            transfer.begin(from, destination);
        }
        return transfer;
    }

    @Override
    public @Nullable TransferRequest transfer(HostRegion source, Buffer destination) {
        parts.agent().charge(Op.TRANSFER);
        Lease into = writable(destination);
        checkUsable(RuntimeAccess.origin(source));
        CardTransfer transfer = holdings.takeTransfer();
        if (transfer != null) {
            transfer.begin(source, into);
        }
        return transfer;
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Buffer destination) {
        parts.agent().charge(Op.TRANSFER);
        Lease from = holdings.leaseOf(source);
        Lease into = writable(destination);
        CardTransfer transfer = holdings.takeTransfer();
        if (transfer != null) {
            transfer.begin(from, into);
        }
        return transfer;
    }

    private Lease writable(Buffer destination) {
        Lease into = holdings.leaseOf(destination);
        if (!destination.isWritable()) {
            throw new UnsupportedOperationException("the destination is read-only: ask the context for memory of your own");
        }
        return into;
    }

    private static void checkUsable(@Nullable Object origin) {
        if (origin instanceof GrantPart part) {
            part.usable();
        }
    }

    @Override
    public boolean read(Store store, long position, Buffer into, int offset, int bytes, int handler, int requestNumber) {
        Lease lease = holdings.leaseOf(into);
        if (!lease.isWritableByDevices()) {
            throw new IllegalArgumentException("devices cannot write this buffer: use one of allocateForDevices");
        }
        return blocks(BlockOperation.READ, store, position, lease, offset, bytes, handler, requestNumber);
    }

    @Override
    public boolean write(Store store, long position, Buffer from, int offset, int bytes, int handler, int requestNumber) {
        return write(BlockOperation.WRITE, store, position, from, offset, bytes, handler, requestNumber);
    }

    @Override
    public boolean writeThrough(Store store, long position, Buffer from, int offset, int bytes, int handler, int requestNumber) {
        return write(BlockOperation.WRITE_THROUGH, store, position, from, offset, bytes, handler, requestNumber);
    }

    private boolean write(BlockOperation operation, Store store, long position, Buffer from, int offset, int bytes, int handler,
        int requestNumber) {
        Lease lease = holdings.leaseOf(from);
        if (!lease.isReadableByDevices()) {
            throw new IllegalArgumentException("devices cannot read this buffer: use a packet or a buffer of allocateForDevices");
        }
        return blocks(operation, store, position, lease, offset, bytes, handler, requestNumber);
    }

    @Override
    public boolean flush(Store store, int handler, int requestNumber) {
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        return card.stores().submit(instance, BlockOperation.FLUSH, store, 0, null, 0, 0, checked(handler, 1, LAST_HANDLER), requestNumber);
    }

    private boolean blocks(BlockOperation operation, Store store, long position, Lease lease, int offset, int bytes, int handler,
        int requestNumber) {
        if (bytes > SglFlags.MAX_COUNT) {
            throw new IllegalArgumentException("a request to a disk moves at most " + SglFlags.MAX_COUNT + " bytes, not " + bytes
                + ": split it");
        }
        parts.agent().charge(Op.EFFECT);
        instance.chargeWork();
        return card.stores().submit(instance, operation, store, position, lease, CardTransfer.addressIn(lease.buffer(), offset, bytes,
            operation == BlockOperation.READ ? "destination" : "source"), bytes, checked(handler, 1, LAST_HANDLER), requestNumber);
    }

    @Override
    public boolean transmit(Buffer frame, int offset, int bytes) {
        return transmit(frame, offset, bytes, Offload.NONE);
    }

    @Override
    public boolean transmit(Buffer frame, int offset, int bytes, long offload) {
        parts.agent().charge(Op.EFFECT);
        Lease lease = holdings.leaseOf(frame);
        if (bytes < 1 || offset < 0 || offset > frame.length() - bytes) {
            throw new IndexOutOfBoundsException("a frame of " + bytes + " bytes at offset " + offset + " leaves a buffer of "
                + frame.length() + " bytes");
        }
        instance.chargeWork();
        if (!quotas.mayBegin(Quota.MESSAGES_PER_SECOND, parts.nowNs()) || !transmit(lease, offset, bytes, offload)) {
            return false;
        }
        quotas.enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        return true;
    }

    private boolean transmit(Lease lease, int offset, int bytes, long offload) {
        PacketPort wire = parts.port().get();
        return wire != null && bytes >= MAC_HEADER_BYTES
            && bytes <= (offload == Offload.NONE ? wire.maxPacketBytes() : wire.maxOffloadBytes())
            && lease.transmit(wire, offset, bytes, offload);
    }

    @Override
    public long hardwareAddress() {
        return parts.port().hardwareAddress();
    }

    // --- others of the card

    @Override
    public Delegation delegation() {
        return delegation;
    }

    @Override
    public Services services() {
        return services;
    }

    // --- memory

    @Override
    public @Nullable Buffer allocate(int bytes) {
        return holdings.allocate(parts.memory(), bytes);
    }

    @Override
    public @Nullable Buffer allocateForDevices(int bytes) {
        return holdings.allocate(parts.deviceMemory(), bytes);
    }

    // --- for people

    @Override
    public Counter counter(String counterName) {
        return instance.counters().counter(counterName);
    }

    @Override
    public void log(String text) {
        instance.log().add(parts.nowNs(), text);
    }
}
