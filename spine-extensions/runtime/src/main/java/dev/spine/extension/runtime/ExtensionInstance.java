package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import dev.spine.extension.runtime.verify.TrappedException;
import dev.spine.i2o.sgl.SglFlags;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.peer.block.BlockDirection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One loaded extension: its handlers, what it holds, and the place where its code is called. Belongs to the card's agent.
 *
 * <p>A handler that throws stops the instance: nothing of it runs again, its surfaces are no longer used, what it holds is returned, and
 * its counters and the failure stay for inspection until it is unloaded.
 */
final class ExtensionInstance implements ExtensionContext, BufferOwner {
    /** The most counters of one extension. */
    static final int MAX_COUNTERS = 64;
    /** The most packet handlers of one extension: each is a comparison for every packet of the card. */
    static final int MAX_FILTERS = 64;
    /** The longest name of a counter, characters. */
    static final int MAX_NAME_LENGTH = 64;

    private static final int HANDLERS = 256;

    private final RuntimeModule runtime;
    private final int number;
    private final String name;
    private final InstanceLimits limits;
    private final ActivationLedger ledger;
    private final Message message = RuntimeAccess.newMessage();
    private final CardMessage outgoing = new CardMessage(this);
    private final @Nullable Installation<?>[] handlers = new Installation<?>[HANDLERS];
    private final List<Lease> allLeases = new ArrayList<>();
    private final ArrayDeque<Lease> leases;
    private final ArrayDeque<CardTransfer> transfers;
    private final Map<String, Counter> counters = new LinkedHashMap<>();
    private @Nullable Extension extension;
    private @Nullable Throwable failure;
    private String failureText = "";
    private int filters;
    private @Nullable CardTransfer openTransfer;
    private boolean ended;
    private int keptBuffers;
    private int blocks;
    private int transfersInFlight;
    private long activations;
    private long dropped;
    private long refusedTransfers;

    ExtensionInstance(RuntimeModule runtime, int number, String name, InstanceLimits limits, ActivationLedger ledger) {
        this.runtime = runtime;
        this.number = number;
        this.name = name;
        this.limits = limits;
        this.ledger = ledger;
        this.leases = new ArrayDeque<>(limits.leases());
        for (int i = 0; i < limits.leases(); i++) {
            Lease lease = new Lease(this);
            allLeases.add(lease);
            leases.push(lease);
        }
        this.transfers = new ArrayDeque<>(limits.transfers());
        for (int i = 0; i < limits.transfers(); i++) {
            transfers.push(new CardTransfer(this, runtime.completions()));
        }
    }

    RuntimeModule runtime() {
        return runtime;
    }

    int number() {
        return number;
    }

    String name() {
        return name;
    }

    @Nullable Throwable failure() {
        return failure;
    }

    boolean isRunning() {
        return failure == null && !ended;
    }

    void start(Extension loaded) throws ExtensionException {
        extension = loaded;
        Throwable thrown = null;
        ledger.beginStart();
        try {
            loaded.start(this);
        } catch (Throwable e) {
            thrown = e;
        }
        thrown = settle(thrown);
        if (thrown != null) {
            fail(thrown, "start");
            throw new TrappedException("start of " + name + " failed: " + failureText, thrown);
        }
        endOpenTransfer();
    }

    /** Ends the instance: no handler of it runs again, and everything that it holds returns, now or when transfers in flight have ended. */
    void stop() {
        Extension loaded = extension;
        if (loaded != null && isRunning()) {
            Throwable thrown = null;
            ledger.begin();
            try {
                loaded.stop();
            } catch (Throwable e) {
                thrown = e;
            }
            thrown = settle(thrown);
            if (thrown != null) {
                record(thrown, "stop");
            }
        }
        extension = null;
        endEverything();
    }

    private void endEverything() {
        ended = true;
        runtime.forget(this);
        Arrays.fill(handlers, null);
        endOpenTransfer();
        for (Lease lease : allLeases) {
            if (lease.isInUse() && RuntimeAccess.isKept(lease.buffer())) {
                release(lease.buffer());
            }
            RuntimeAccess.empty(lease.buffer());
        }
    }

    /** The extension's code has come back: {@return what it has failed by, or null}. */
    private @Nullable Throwable settle(@Nullable Throwable thrown) {
        ledger.end();
        Error exhausted = ledger.exhausted();
        if (exhausted != null) {
            return exhausted;
        }
        return thrown == null && ledger.mustCount() ? countHeap() : thrown;
    }

    private @Nullable Throwable countHeap() {
        Extension loaded = extension;
        if (loaded == null) {
            return null;
        }
        HeapCount count = new HeapCount(loaded.getClass().getClassLoader());
        count.root(loaded);
        for (Installation<?> installation : handlers) {
            if (installation != null) {
                installation.count(count);
            }
        }
        runtime.demultiplexer().count(this, count);
        String problem = ledger.count(count);
        return problem == null ? null : new QuotaError(problem);
    }

    private void fail(Throwable why, String what) {
        record(why, what);
        extension = null;
        endEverything();
        runtime.onFailure(this, failureText);
    }

    private void record(Throwable why, String what) {
        failure = why;
        // A throwable's text may be the extension's own code, which is metered like the rest.
        ledger.begin();
        failureText = FailureText.of(what, FailureText.causeOf(why));
        ledger.end();
    }

    /** A transfer that was taken and neither submitted nor cancelled ends with the activation. */
    private void endOpenTransfer() {
        CardTransfer open = openTransfer;
        if (open != null) {
            open.cancel();
        }
    }

    /** {@return whether nothing of the instance is in flight any more} */
    boolean isDrained() {
        return transfersInFlight == 0;
    }

    // --- activations

    /** A packet for one of this instance's handlers; it is this instance's from here on. */
    void onPacket(Installation<?> installation, Packet packet) {
        Lease lease = ledger.mayBegin(runtime.nowNs()) ? leases.poll() : null;
        if (lease == null) {
            dropped++;
            runtime.countLost();
            runtime.release(packet);
            return;
        }
        lease.take(packet);
        RuntimeAccess.set(message, Message.Kind.PACKET, Route.NOWHERE, 0, lease.buffer(), null);
        activate(installation);
        endView(lease);
    }

    /** A message for a handler of this instance. */
    void onMessage(MessageSlot slot) {
        Installation<?> installation = handlers[slot.handler];
        Lease lease = slot.lease;
        if (installation == null || !isRunning() || !ledger.mayBegin(runtime.nowNs())) {
            dropped++;
            if (lease != null) {
                lease.letGo();
            }
            return;
        }
        System.arraycopy(slot.words, 0, RuntimeAccess.words(message), 0, Message.WORDS);
        RuntimeAccess.set(message, slot.kind, slot.source, slot.user, lease == null ? null : lease.buffer(), slot.surface,
            slot.store);
        activate(installation);
        if (lease != null) {
            endView(lease);
        }
    }

    private void activate(Installation<?> installation) {
        runtime.charge(Op.HANDLER);
        runtime.charge(Op.HANDLER_WORK);
        activations++;
        Throwable thrown = null;
        ledger.begin();
        try {
            installation.run(message);
        } catch (Throwable e) {
            thrown = e;
        }
        thrown = settle(thrown);
        if (thrown != null) {
            fail(thrown, installation.title());
        }
        RuntimeAccess.set(message, Message.Kind.SMALL, Route.NOWHERE, 0, null, null);
        endOpenTransfer();
    }

    /** The activation lets its lease go; what the extension has not kept, it no longer sees. */
    private void endView(Lease lease) {
        if (!RuntimeAccess.isKept(lease.buffer())) {
            RuntimeAccess.empty(lease.buffer());
        }
        lease.letGo();
    }

    // --- handlers

    @Override
    public <C> void onMessage(int handlerNumber, C context, Handler<C> handler) {
        if (handlerNumber < 1 || handlerNumber >= HANDLERS || handlers[handlerNumber] != null) {
            throw new IllegalArgumentException("handler " + handlerNumber + " is taken or not within 1 to 255");
        }
        handlers[handlerNumber] = new Installation<>(this, handlerNumber, context, handler);
    }

    @Override
    public <C> void onPacket(PacketFilter filter, C context, Handler<C> handler) {
        if (filters == MAX_FILTERS) {
            throw new IllegalStateException("an extension has at most " + MAX_FILTERS + " packet handlers");
        }
        filters++;
        runtime.demultiplexer().add(filter, new Installation<>(this, 0, context, handler));
    }

    @Override
    public void forgetPackets(PacketFilter filter, Object context) {
        filters -= runtime.demultiplexer().remove(this, filter, context);
    }

    @Override
    public boolean timer(long delayNs, int handler, int timerNumber) {
        return runtime.setTimer(this, Math.max(0, delayNs), handler, timerNumber, limits.timers());
    }

    @Override
    public long nowNs() {
        return runtime.nowNs();
    }

    // --- messages

    @Override
    public @Nullable OutgoingMessage message(Route destination) {
        if (!runtime.dispatcher().canSend(destination)) {
            return null;
        }
        outgoing.begin(destination);
        return outgoing;
    }

    @Override
    public Route local(int handler) {
        return RuntimeAccess.newRoute(Route.Way.LOCAL, checked(handler, 1, HANDLERS - 1), number);
    }

    @Override
    public Route host(int handler) {
        return RuntimeAccess.newRoute(Route.Way.HOST, checked(handler, 0, HANDLERS - 1), 0);
    }

    @Override
    public @Nullable Route peer(int iopId, int tid, int handler) {
        return runtime.dispatcher().peer(iopId, tid, checked(handler, 0, 0xFFFF));
    }

    @Override
    public Route network(long hardwareAddress, int handler) {
        return RuntimeAccess.newRoute(Route.Way.NETWORK, checked(handler, 0, 0xFFFF), hardwareAddress & 0xFFFF_FFFF_FFFFL);
    }

    @Override
    public boolean requestSurface(int iopId, int tid, int window, int handler) {
        return runtime.surfaces().request(this, iopId, tid, window, checked(handler, 1, HANDLERS - 1));
    }

    @Override
    public boolean requestStore(int iopId, int tid, int handler) {
        return runtime.stores().open(this, iopId, tid, checked(handler, 1, HANDLERS - 1));
    }

    private static int checked(int handler, int first, int last) {
        if (handler < first || handler > last) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are " + first + " to " + last);
        }
        return handler;
    }

    // --- transfers

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Surface destination) {
        Lease from = leaseOf(source);
        CardTransfer transfer = takeTransfer();
        if (transfer != null) {
            transfer.begin(from, destination);
        }
        return transfer;
    }

    @Override
    public @Nullable TransferRequest transfer(Buffer source, Buffer destination) {
        if (!destination.isWritable()) {
            throw new UnsupportedOperationException("the destination is read-only: ask the context for memory of your own");
        }
        Lease from = leaseOf(source);
        Lease into = leaseOf(destination);
        CardTransfer transfer = takeTransfer();
        if (transfer != null) {
            transfer.begin(from, into);
        }
        return transfer;
    }

    @Override
    public boolean read(Store store, long position, Buffer into, int offset, int bytes, int handler, int requestNumber) {
        Lease lease = leaseOf(into);
        if (!lease.isWritableByDevices()) {
            throw new IllegalArgumentException("devices cannot write this buffer: use one of allocateForDevices");
        }
        return blocks(BlockDirection.READ, store, position, lease, offset, bytes, handler, requestNumber);
    }

    @Override
    public boolean write(Store store, long position, Buffer from, int offset, int bytes, int handler, int requestNumber) {
        Lease lease = leaseOf(from);
        if (!lease.isReadableByDevices()) {
            throw new IllegalArgumentException("devices cannot read this buffer: use a packet or a buffer of allocateForDevices");
        }
        return blocks(BlockDirection.WRITE, store, position, lease, offset, bytes, handler, requestNumber);
    }

    private boolean blocks(BlockDirection direction, Store store, long position, Lease lease, int offset, int bytes, int handler,
        int requestNumber) {
        if (bytes > SglFlags.MAX_COUNT) {
            throw new IllegalArgumentException("a request to a disk moves at most " + SglFlags.MAX_COUNT + " bytes, not " + bytes
                + ": split it");
        }
        return runtime.stores().submit(this, direction, store, position, lease, CardTransfer.addressIn(lease.buffer(), offset, bytes,
            direction == BlockDirection.READ ? "destination" : "source"), bytes, checked(handler, 1, HANDLERS - 1), requestNumber);
    }

    @Override
    public boolean transmit(Buffer frame, int offset, int bytes) {
        Lease lease = leaseOf(frame);
        if (bytes < 1 || offset < 0 || offset > frame.length() - bytes) {
            throw new IndexOutOfBoundsException("a frame of " + bytes + " bytes at offset " + offset + " leaves a buffer of "
                + frame.length() + " bytes");
        }
        return runtime.transmit(lease, offset, bytes);
    }

    @Override
    public long hardwareAddress() {
        return runtime.hardwareAddress();
    }

    private @Nullable CardTransfer takeTransfer() {
        CardTransfer open = openTransfer;
        if (open != null && open.isOpen()) {
            throw new IllegalStateException("one transfer is open already: submit or cancel it first");
        }
        CardTransfer transfer = transfers.poll();
        openTransfer = transfer;
        return transfer;
    }

    private Lease leaseOf(Buffer buffer) {
        if (RuntimeAccess.owner(buffer) != this || !(RuntimeAccess.origin(buffer) instanceof Lease lease)) {
            throw new IllegalArgumentException("this buffer is empty or not this extension's");
        }
        return lease;
    }

    void transferStarted() {
        openTransfer = null;
        transfersInFlight++;
    }

    void operationStarted() {
        transfersInFlight++;
    }

    void operationEnded() {
        transfersInFlight--;
    }

    void returnTransfer(CardTransfer transfer) {
        if (openTransfer == transfer) {
            openTransfer = null;
        }
        transfers.push(transfer);
    }

    void onTransferEnd(CardTransfer transfer, Transfer.Outcome outcome, int handler, int transferNumber) {
        transfersInFlight--;
        transfers.push(transfer);
        if (outcome != Transfer.Outcome.DONE) {
            refusedTransfers++;
        }
        if (handler > 0 && isRunning()) {
            runtime.dispatcher().reportTransfer(this, handler, transferNumber, outcome);
        }
    }

    // --- memory

    @Override
    public @Nullable Buffer allocate(int bytes) {
        return allocate(runtime.memory(), bytes);
    }

    @Override
    public @Nullable Buffer allocateForDevices(int bytes) {
        return allocate(runtime.deviceMemory(), bytes);
    }

    private @Nullable Buffer allocate(CardMemory memory, int bytes) {
        if (blocks == limits.blocks() || leases.isEmpty()) {
            return null;
        }
        CardMemory.Block block = memory.allocate(bytes);
        if (block == null) {
            return null;
        }
        Lease lease = leases.pop();
        lease.take(block, true);
        blocks++;
        if (lease.buffer().keep() == null) {
            lease.letGo();
            return null;
        }
        lease.letGo();
        return lease.buffer();
    }

    /** A lease of memory that already holds the data of a bulk message, or null when this instance can hold no more. */
    @Nullable Lease leaseFor(CardMemory.Block block) {
        if (!isRunning() || blocks == limits.blocks()) {
            return null;
        }
        Lease lease = leases.poll();
        if (lease != null) {
            blocks++;
            lease.take(block, true);
        }
        return lease;
    }

    @Override
    public boolean keep(Buffer buffer) {
        if (keptBuffers == limits.keptBuffers()) {
            return false;
        }
        keptBuffers++;
        leaseOf(buffer).hold();
        return true;
    }

    @Override
    public void release(Buffer buffer) {
        if (!RuntimeAccess.isKept(buffer)) {
            return;
        }
        Lease lease = leaseOf(buffer);
        keptBuffers--;
        RuntimeAccess.empty(buffer);
        lease.letGo();
    }

    @Override
    public void touched(int bytes) {
        runtime.touched(bytes);
    }

    void returnLease(Lease lease) {
        leases.push(lease);
    }

    void blockReturned() {
        blocks--;
    }

    // --- for people

    @Override
    public Counter counter(String counterName) {
        if (counterName.isBlank() || counterName.length() > MAX_NAME_LENGTH || !counterName.equals(FailureText.oneLine(counterName))) {
            throw new IllegalArgumentException("a counter's name is one line of 1 to " + MAX_NAME_LENGTH + " characters");
        }
        Counter counter = counters.get(counterName);
        if (counter == null) {
            if (counters.size() == MAX_COUNTERS) {
                throw new IllegalStateException("an extension has at most " + MAX_COUNTERS + " counters");
            }
            counter = RuntimeAccess.newCounter();
            counters.put(counterName, counter);
        }
        return counter;
    }

    /** {@return the instance in words: state, activations, its own counters} */
    String describe() {
        StringBuilder text = new StringBuilder(128);
        text.append(number).append(' ').append(name).append(' ');
        text.append(failure != null ? "failed: " + failureText : ended ? "ended" : "running");
        text.append(", ").append(activations).append(" activations, ").append(dropped).append(" dropped, ").append(refusedTransfers)
            .append(" transfers refused, ").append(ledger);
        counters.forEach((label, counter) -> text.append(", ").append(counter.value()).append(' ').append(label));
        return text.toString();
    }

    ActivationLedger ledger() {
        return ledger;
    }

    long activations() {
        return activations;
    }

    Map<String, Counter> counters() {
        return counters;
    }
}
