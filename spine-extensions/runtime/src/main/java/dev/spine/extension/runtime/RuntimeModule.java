package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.Request;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runtime as a device of its IOP: takes control messages from the host, small messages from anybody, and packets from the card's port.
 *
 * <p>Control messages are worked on one at a time, the others wait in the device's event queue; small messages and packets go on meanwhile.
 * Belongs to the card's agent.
 */
public final class RuntimeModule implements DeviceModule, PacketSink {
    /** The most instances on one card. */
    public static final int MAX_INSTANCES = 255;

    private static final int CONTROL_WORD = 4;
    private static final int ARGUMENT_WORD = 5;
    private static final int MAX_TRANSFERS = 4096;
    private static final int MAC_HEADER_BYTES = 14;
    /** Longer delays are as good as this one: 146 years. */
    private static final long MAX_DELAY_NS = 1L << 62;

    /** What the transfers of {@link ImageTransfers} are for. */
    private enum Control {
        IDLE, LOADING, ANSWERING, BULK,
        /** A reset came while a transfer was on its way: nothing is done with it, and nothing else begins before it has ended. */
        DISCARDING
    }

    private final int memoryBytes;
    private final InstanceLimits limits;
    private final @Nullable ExtensionInstance[] instances = new ExtensionInstance[MAX_INSTANCES + 1];
    private final Demultiplexer demultiplexer = new Demultiplexer();
    private final TimerQueue timers = new TimerQueue(1024);
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("runtime completions", MAX_TRANSFERS);
    private @Nullable DeviceContext context;
    private @Nullable AgentContext agent;
    private @Nullable CardMemory memory;
    private @Nullable CardMemory deviceMemory;
    private @Nullable StoreRequests stores;
    private @Nullable Dispatcher dispatcher;
    private @Nullable SurfaceRequests surfaces;
    private @Nullable ImageTransfers images;
    private @Nullable PacketPort port;
    private Control control = Control.IDLE;
    private @Nullable Request controlled;
    private int answerStatus;
    private int answerInstance;
    private int answerBytes;
    private int transfersLeft = MAX_TRANSFERS - 2;

    /**
     * A runtime.
     *
     * @param memoryBytes how much of the card's memory extensions and images share
     * @param limits what each instance may hold
     */
    public RuntimeModule(int memoryBytes, InstanceLimits limits) {
        this.memoryBytes = memoryBytes;
        this.limits = limits;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("runtime", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 0x53_50_49_4E_45_52_54_31L, 0,
            "SPINE runtime");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        agent = given.agent();
        memory = new CardMemory(given.bus().allocate(given.directory().iopName() + " extensions", given.box(), Access.OWNER, memoryBytes));
        deviceMemory = allocateDeviceMemory(given);
        dispatcher = new Dispatcher(this, given);
        stores = new StoreRequests(this, given);
        surfaces = new SurfaceRequests(this, given);
        images = new ImageTransfers(given, completions);
        given.agent().consumes(completions);
    }

    /** Memory that other boxes reach without a grant, as blocks of a disk need it. */
    private CardMemory allocateDeviceMemory(DeviceContext given) {
        return new CardMemory(given.bus().allocate(given.directory().iopName() + " extensions, for devices", given.box(),
            Access.READ_WRITE, memoryBytes));
    }

    // --- what the parts of the runtime share

    private DeviceContext context() {
        return Objects.requireNonNull(context, "attach comes first");
    }

    private AgentContext agent() {
        return Objects.requireNonNull(agent, "attach comes first");
    }

    CardMemory memory() {
        return Objects.requireNonNull(memory, "attach comes first");
    }

    CardMemory deviceMemory() {
        return Objects.requireNonNull(deviceMemory, "attach comes first");
    }

    StoreRequests stores() {
        return Objects.requireNonNull(stores, "attach comes first");
    }

    Dispatcher dispatcher() {
        return Objects.requireNonNull(dispatcher, "attach comes first");
    }

    SurfaceRequests surfaces() {
        return Objects.requireNonNull(surfaces, "attach comes first");
    }

    private ImageTransfers images() {
        return Objects.requireNonNull(images, "attach comes first");
    }

    Demultiplexer demultiplexer() {
        return demultiplexer;
    }

    DeliveryList<Transfer> completions() {
        return completions;
    }

    @Nullable ExtensionInstance instance(int number) {
        return number > 0 && number <= MAX_INSTANCES ? instances[number] : null;
    }

    long nowNs() {
        return agent().nowNs();
    }

    void charge(Op op) {
        agent().charge(op);
    }

    void touched(int bytes) {
        agent().charge(Op.TOUCH_BYTE, bytes);
    }

    void countLost() {
        context().counters().increment(Counter.PACKETS_NO_BUFFER);
    }

    boolean transmit(Lease lease, int offset, int bytes) {
        PacketPort wire = port();
        return wire != null && bytes >= MAC_HEADER_BYTES && bytes <= wire.maxPacketBytes() && lease.transmit(wire, offset, bytes);
    }

    long hardwareAddress() {
        PacketPort wire = port();
        return wire == null ? 0 : wire.hardwareAddress();
    }

    void release(Packet packet) {
        packet.release(agent());
    }

    void start(Transfer transfer) {
        AgentContext on = agent();
        on.charge(Op.START_TRANSFER);
        on.charge(Op.ADD_RUN, transfer.runs());
        on.submit(context().dma(), transfer);
    }

    @Nullable PacketPort port() {
        PacketPort found = port;
        if (found == null) {
            found = context().service(PacketPort.class);
            if (found != null) {
                found.attach(this);
                port = found;
            }
        }
        return found;
    }

    boolean setTimer(ExtensionInstance instance, long delayNs, int handler, int number, int limit) {
        return timers.count(instance.number()) < limit
            && timers.add(nowNs() + Math.min(delayNs, MAX_DELAY_NS), instance.number(), handler, number);
    }

    /** Takes an instance out of everything that could call it. */
    void forget(ExtensionInstance instance) {
        demultiplexer.removeAll(instance);
        timers.removeAll(instance.number());
        surfaces().removeAll(instance);
        stores().removeAll(instance);
    }

    void onFailure(ExtensionInstance instance, String why) {
        lastFailure = "extension " + instance.name() + " was stopped: " + why;
    }

    private String lastFailure = "";

    /** {@return the last failure of an extension in words, or an empty text} */
    public String lastFailure() {
        return lastFailure;
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        agent().charge(Op.DEMULTIPLEX);
        Installation<?> installation = demultiplexer.find(packet);
        if (installation != null) {
            installation.instance().onPacket(installation, packet);
            return true;
        }
        if (dispatcher().onWireMessage(packet.memory(), packet.offset(), packet.length())) {
            release(packet);
            return true;
        }
        return false;
    }

    // --- messages

    @Override
    public void enable() {
        port();
    }

    @Override
    public void onMessage(Request request) {
        MessageFrame frame = request.frame();
        int function = frame.function();
        if (function == Function.SMALL_MESSAGE) {
            onSmallMessage(request, frame);
        } else if (function == Function.PRIVATE && frame.wordOrZero(CONTROL_WORD) >>> 16 == OrganizationId.SPINE) {
            onControl(request, frame, frame.wordOrZero(CONTROL_WORD) & 0xFFFF);
        } else {
            context().counters().increment(Counter.UNKNOWN_FUNCTIONS);
            reject(request, function == Function.PRIVATE ? DetailedStatus.UNSUPPORTED_FUNCTION : DetailedStatus.UNKNOWN_FUNCTION);
        }
    }

    private static void reject(Request request, int detailedStatus) {
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, 0);
        request.sendReply();
    }

    private static void answer(Request request, int requestStatus, int detailedStatus, int word5, int word6) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus, word5, word6);
        request.sendReply();
    }

    private void onSmallMessage(Request request, MessageFrame frame) {
        int kind = frame.transactionContext() & 0xFF;
        if (frame.sizeWords() < RuntimeProtocol.SMALL_WORDS) {
            reject(request, DetailedStatus.MESSAGE_TOO_SMALL);
        } else if (kind == RuntimeProtocol.KIND_BULK) {
            if (control != Control.IDLE) {
                later(request);
            } else {
                fetchBulk(request, frame);
            }
        } else if (dispatcher().onFrame(frame, null)) {
            request.finish();
        } else {
            // The frame stays where it is until the queue has room, which is back-pressure on its sender.
            later(request);
        }
    }

    private @Nullable Request deferred;

    private void later(Request request) {
        context().hold();
        context().counters().increment(Counter.DEFERRED_REQUESTS);
        deferred = request;
    }

    private void onControl(Request request, MessageFrame frame, int code) {
        if (!request.sender().isHost()) {
            // What runs on a card is its host's affair: a peer sends messages to extensions, and no more.
            context().counters().increment(Counter.CONTROL_REFUSED);
            reject(request, DetailedStatus.INVALID_INITIATOR_ADDRESS);
            return;
        }
        if (control != Control.IDLE) {
            later(request);
            return;
        }
        switch (code) {
            case RuntimeProtocol.LOAD -> beginLoad(request, frame);
            case RuntimeProtocol.UNLOAD -> unload(request, frame.wordOrZero(ARGUMENT_WORD));
            case RuntimeProtocol.LIST -> list(request, frame);
            case RuntimeProtocol.LISTEN -> listen(request, frame);
            default -> {
                context().counters().increment(Counter.UNKNOWN_FUNCTIONS);
                reject(request, DetailedStatus.UNSUPPORTED_FUNCTION);
            }
        }
    }

    private void listen(Request request, MessageFrame frame) {
        if (dispatcher().listen(frame.wordOrZero(ARGUMENT_WORD), frame.initiatorContext())) {
            request.finish();
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    private void fetchBulk(Request request, MessageFrame frame) {
        String problem = images().parse(frame, RuntimeProtocol.SMALL_WORDS, memory(), ExtensionImage.MAX_BYTES);
        if (problem != null || images().isEmpty() || frame.sizeWords() < RuntimeProtocol.BULK_WORDS) {
            images().release(memory());
            reject(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        control = Control.BULK;
        controlled = request;
        images().fetch();
    }

    private void beginLoad(Request request, MessageFrame frame) {
        String problem = images().parse(frame, ARGUMENT_WORD + 1, memory(), ExtensionImage.MAX_BYTES);
        if (problem == null && images().isEmpty()) {
            problem = "no image comes in: name its memory in an element that the target reads from";
        }
        if (problem != null) {
            images().release(memory());
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, "refused: " + problem);
            return;
        }
        control = Control.LOADING;
        controlled = request;
        images().fetch();
    }

    private void finishLoad(Request request) {
        if (!images().hasArrived()) {
            images().release(memory());
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0,
                "refused: the image could not be fetched from the given addresses");
            return;
        }
        byte[] bytes = images().takeBytes(memory());
        try {
            ExtensionInstance instance = load(ExtensionImage.parse(bytes));
            answerText(request, RequestStatus.SUCCESS, instance.number(), "loaded " + instance.name() + " as instance "
                + instance.number());
        } catch (ExtensionException e) {
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, "refused: " + e.getMessage());
        }
    }

    private ExtensionInstance load(ExtensionImage image) throws ExtensionException {
        int number = 1;
        while (number <= MAX_INSTANCES && instances[number] != null) {
            number++;
        }
        if (number > MAX_INSTANCES || transfersLeft < limits.transfers()) {
            throw new ExtensionException("the card runs as many extensions as it can: unload one first");
        }
        Extension entry = new ExtensionClassLoader(image).instantiate(image.entryClass());
        ExtensionInstance instance = new ExtensionInstance(this, number, image.name(), limits);
        port();
        instances[number] = instance;
        transfersLeft -= limits.transfers();
        try {
            instance.start(entry);
        } catch (ExtensionException e) {
            remove(instance);
            throw e;
        }
        return instance;
    }

    private void remove(ExtensionInstance instance) {
        instances[instance.number()] = null;
        dispatcher().forget(instance);
        transfersLeft += limits.transfers();
    }

    private void unload(Request request, int number) {
        ExtensionInstance instance = instance(number);
        if (instance == null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER, 0, 0);
            return;
        }
        instance.stop();
        if (instance.isDrained()) {
            remove(instance);
            answer(request, RequestStatus.SUCCESS, 0, number, 0);
        } else {
            // Transfers in flight still use its buffers: the answer comes when the last has ended.
            draining = instance;
            drainingRequest = request;
            control = Control.ANSWERING;
        }
    }

    private @Nullable ExtensionInstance draining;
    private @Nullable Request drainingRequest;

    private void list(Request request, MessageFrame frame) {
        String problem = images().parse(frame, ARGUMENT_WORD + 1, memory(), ExtensionImage.MAX_BYTES);
        if (problem != null) {
            reject(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        images().release(memory());
        StringBuilder text = new StringBuilder();
        for (ExtensionInstance instance : instances) {
            if (instance != null) {
                text.append(instance.describe()).append('\n');
            }
        }
        answerText(request, RequestStatus.SUCCESS, 0, text.toString());
    }

    private void answerText(Request request, int status, int instance, String text) {
        answerStatus = status;
        answerInstance = instance;
        answerBytes = images().send(text.getBytes(StandardCharsets.UTF_8), memory());
        if (answerBytes == 0) {
            finishAnswer(request);
        } else {
            control = Control.ANSWERING;
            controlled = request;
        }
    }

    private void finishAnswer(Request request) {
        images().release(memory());
        endControl();
        answer(request, answerStatus, answerStatus == RequestStatus.SUCCESS ? 0 : DetailedStatus.INVALID_PARAMETER, answerInstance,
            answerBytes);
    }

    private void endControl() {
        control = Control.IDLE;
        controlled = null;
    }

    private void finishBulk(Request request) {
        endControl();
        CardMemory.Block block = images().takeBlock();
        ExtensionInstance instance = instance(request.frame().transactionContext() >>> 24);
        Lease lease = block == null || instance == null || !images().hasArrived() ? null : instance.leaseFor(block);
        if (lease == null) {
            if (block != null) {
                memory().free(block);
            }
            reject(request, DetailedStatus.INVALID_PARAMETER);
        } else if (dispatcher().onFrame(request.frame(), lease)) {
            request.finish();
        } else {
            lease.letGo();
            reject(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
        }
    }

    @Override
    public void onReply(MessageFrame reply) {
        if (!stores().onReply(reply)) {
            surfaces().onReply(reply);
        }
    }

    // --- own work

    @Override
    public int doWork(int limit) {
        int work = 0;
        // What has no room in the queue of messages is not taken from this list: a report is never lost.
        while (work < limit && dispatcher().canReport()) {
            Transfer transfer = completions.poll();
            if (transfer == null) {
                break;
            }
            onCompletion(transfer);
            work++;
        }
        if (!timers.isEmpty()) {
            work += expireTimers(limit - work);
        }
        work += surfaces().doWork(limit - work);
        work += stores().doWork(limit - work);
        work += dispatcher().drain(limit - work);
        if (deferred != null && control == Control.IDLE) {
            Request waiting = deferred;
            deferred = null;
            onMessage(waiting);
            if (deferred == null) {
                context().resume();
            }
        }
        return work;
    }

    private int expireTimers(int limit) {
        int work = 0;
        long now = nowNs();
        while (work < limit && !timers.isEmpty() && timers.earliest() <= now && dispatcher().canReport()) {
            agent().charge(Op.TIMER);
            dispatcher().reportTimer(timers.instance(), timers.handler(), timers.number());
            timers.removeEarliest();
            work++;
        }
        if (!timers.isEmpty()) {
            agent().wakeAt(timers.earliest());
        }
        return work;
    }

    private void onCompletion(Transfer transfer) {
        agent().charge(Op.COMPLETE_TRANSFER);
        if (transfer.attachment() instanceof CardTransfer cardTransfer) {
            cardTransfer.onCompletion();
            finishDraining();
            return;
        }
        if (control == Control.DISCARDING) {
            images().release(memory());
            endControl();
            return;
        }
        Request request = controlled;
        if (request == null) {
            return;
        }
        switch (control) {
            case LOADING -> finishLoad(request);
            case BULK -> finishBulk(request);
            case ANSWERING -> {
                if (!images().hasLeft()) {
                    answerBytes = 0;
                }
                finishAnswer(request);
            }
            case IDLE, DISCARDING -> {
                // Nothing is under way then.
            }
        }
    }

    /** Something of an instance has ended: if it was the last thing of one that is unloaded, the answer goes out. */
    void finishDraining() {
        ExtensionInstance ending = draining;
        Request waiting = drainingRequest;
        if (ending != null && waiting != null && ending.isDrained()) {
            draining = null;
            drainingRequest = null;
            remove(ending);
            endControl();
            answer(waiting, RequestStatus.SUCCESS, 0, ending.number(), 0);
        }
    }

    @Override
    public void quiesce() {
        // Extensions stay; packets and messages stop coming because the port and the lanes stop.
    }

    /** A disk of another card may still write what it was asked for: it finds nothing at that address any more. */
    private void renewDeviceMemory() {
        context().bus().remove(deviceMemory().region());
        deviceMemory = allocateDeviceMemory(context());
    }

    @Override
    public void reset() {
        for (ExtensionInstance instance : instances) {
            if (instance != null) {
                instance.stop();
                remove(instance);
            }
        }
        boolean underWay = controlled != null || control == Control.DISCARDING;
        surfaces().reset();
        renewDeviceMemory();
        stores().reset();
        dispatcher().reset();
        deferred = null;
        draining = null;
        drainingRequest = null;
        endControl();
        if (underWay) {
            // A block cannot be lent again while bytes may still land in it.
            control = Control.DISCARDING;
        } else {
            images().release(memory());
        }
    }
}
