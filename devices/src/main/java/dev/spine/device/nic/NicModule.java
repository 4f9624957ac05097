package dev.spine.device.nic;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReceiveReplyWriter;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.message.lan.LanSuspend;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.LanGroups.DeviceState;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Placement;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.PacketPort;
import dev.spine.iop.packet.PacketSink;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A network device: an I2O LAN port at one end of a wire.
 *
 * <p>Requests: ReceivePost, PacketSend, Reset, Suspend. Packets that a sink on the card takes never leave it; the others go into buckets of
 * the host. Belongs to the IOP's agent; no packet allocates anything, no message throws.
 */
public final class NicModule implements DeviceModule, PacketPort, ExecutiveGroups {
    /** LAN event: the link has gone down. */
    public static final int EVENT_LINK_DOWN = 0x01;
    /** LAN event: the link has come up. */
    public static final int EVENT_LINK_UP = 0x02;

    private static final int EVENTS = EventIndicator.STATE_CHANGE | EventIndicator.EVENT_MASK_MODIFIED | EVENT_LINK_DOWN | EVENT_LINK_UP;
    private static final int SLOT_ALIGNMENT = 64;
    /** Frames that are sent are no larger than this, whatever the wire carries: the card's memory is bounded. */
    private static final int MAX_SENT_BYTES = 16 * 1024;
    private static final int FLAGS_WORDS = 5;
    private static final int NETBSD_FLAGS_WORDS = 4;
    private static final int NETBSD_FLAGS_BYTE = 14;
    /** Data of the event STATE_CHANGE: error status [15:0], device state [23:16]. */
    private static final int STATE_SHIFT = 16;

    private final NicSettings settings;
    private final WirePort port;
    private final NicStatistics statistics = new NicStatistics();
    private final ReceiveFilter filter;
    private final LanReceiveReplyWriter refusal = new LanReceiveReplyWriter();
    private final int maxPacketBytes;

    private @Nullable Parts parts;
    private NicState state = NicState.OPERATIONAL;
    private boolean external;
    private LinkState link = LinkState.UP;
    private @Nullable KernelRequest closing;
    private int closingFlags;
    private boolean waitsForJob;

    /** What exists once the device has its place. */
    private record Parts(DeviceContext context, Receiver receiver, Transmitter transmitter, BufferList list) {}

    /**
     * A device that is not in its place yet.
     *
     * @param settings what it is made of
     * @param port its end of a wire, which no other device has
     */
    public NicModule(NicSettings settings, WirePort port) {
        this.settings = settings;
        this.port = port;
        this.filter = new ReceiveFilter(settings.hardwareAddress(), settings.filterMask());
        this.maxPacketBytes = Math.min(port.maxPacketBytes(), MAX_SENT_BYTES);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription(settings.name(), ClassId.standard(DeviceClass.LAN).word(), LanGroups.TYPE_ETHERNET,
            settings.hardwareAddress(), EVENTS, "Spine LAN port");
    }

    @Override
    public void attach(DeviceContext context) {
        port.attach(context.agent());
        context.agent().counts(settings.name() + " received", port.received());
        context.agent().counts(settings.name() + " sent", port.sent());
        link = port.link();
        String memoryName = context.busAgent().name() + " " + settings.name();
        Region received = context.bus().add(memoryName + " receive memory", context.busAgent(), Access.READ, port.receiveMemory());
        long buffers = ReceiveBuffers.bytes(port.receiveBuffers(), port.maxPacketBytes());
        if (buffers < received.length()) {
            // A recording: all its packets, by reference, of which a card would have so many in its buffers.
            context.bus().memory(context.busAgent()).exempt(received);
            context.bus().memory(context.busAgent()).hold(memoryName + " receive buffers", () -> buffers);
        }
        int slotBytes = maxPacketBytes + SLOT_ALIGNMENT - 1 & -SLOT_ALIGNMENT;
        Region sent = context.bus().allocate(memoryName + " transmit memory", context.busAgent(), Access.OWNER,
            (long) slotBytes * settings.packetsPerRequest() * settings.sendRequests());
        BufferList list =
            new BufferList(context.bus(), context.busAgent(), context.agent(), context.directory());
        parts = new Parts(context,
            new Receiver(context, port, settings, filter, statistics, received.base(),
                hostBuffers(context, memoryName, received.base()),
                port.carriesOffloads() ? new CutReceiver(context, memoryName, maxPacketBytes) : null),
            new Transmitter(context, port, settings, statistics, sent, slotBytes, maxPacketBytes, list.capacity()),
            list);
        context.publish(PacketPort.class, this);
        context.controls(received.base());
    }

    private @Nullable HostBuffers hostBuffers(DeviceContext context, String memoryName, long cardAddress) {
        if (context.agent().placement().packets() == Placement.CARD) {
            return null;
        }
        Region region = context.bus().allocate(memoryName + " receive memory at the host", BusAgent.host(), Access.READ,
            port.receiveMemory().byteSize());
        long grant = context.bus().grants().grant(region, 0, region.length(), region.length(), 1, context.busAgent(), true);
        return new HostBuffers(context, port, settings.name(), cardAddress, region.base(), grant);
    }

    private Parts inPlace() {
        Parts present = parts;
        if (present == null) {
            throw new IllegalStateException("device '" + settings.name() + "' has no place yet: install it in an IOP first");
        }
        return present;
    }

    @Override
    public void enable() {
        external = true;
    }

    @Override
    public void quiesce() {
        external = false;
        inPlace().receiver.cancelBuckets();
        inPlace().transmitter.cancel();
    }

    @Override
    public void reset() {
        external = false;
        inPlace().receiver.reset();
        inPlace().transmitter.reset();
        state = NicState.OPERATIONAL;
        // Requests in work and in the event queue are dropped by the kernel, which lets new ones come.
        closing = null;
        waitsForJob = false;
    }

    // --- requests

    @Override
    public void onMessage(KernelRequest request) {
        inPlace().context.agent().charge(Op.LAN_REQUEST);
        MessageFrame frame = request.frame();
        switch (frame.function()) {
            case Function.LAN_RECEIVE_POST -> onReceivePost(request);
            case Function.LAN_PACKET_SEND -> onPacketSend(request);
            case Function.LAN_RESET -> onClose(request, NicState.CLOSING_TO_RESET);
            case Function.LAN_SUSPEND -> onClose(request, NicState.CLOSING_TO_SUSPEND);
            case Function.LAN_SDU_SEND -> refuseTransaction(request, DetailedStatus.UNSUPPORTED_FUNCTION, 0);
            default -> {
                inPlace().context.counters().increment(Counter.UNKNOWN_FUNCTIONS);
                refuseTransaction(request, DetailedStatus.UNKNOWN_FUNCTION, 0);
            }
        }
    }

    private void onReceivePost(KernelRequest request) {
        Parts present = inPlace();
        BufferList list = present.list;
        if (!request.sender().isHost()) {
            // Buckets are filled as long as the device runs, and answered when there are packets: only the host is always there.
            refuseTransaction(request, DetailedStatus.INVALID_INITIATOR_ADDRESS, 0);
            return;
        }
        if (!readList(request, BufferList.Direction.INTO_BUFFERS)) {
            return;
        }
        if (list.count() != LanReceivePost.BUCKET_COUNT.get(request.frame())) {
            refuseTransaction(request, DetailedStatus.INVALID_PARAMETER, list.lastContext());
            return;
        }
        int refused = 0;
        int why = BufferList.GOOD;
        for (int i = 0; i < list.count(); i++) {
            present.context.agent().charge(Op.LAN_BUCKET);
            if (state == NicState.SUSPENDED) {
                list.refuse(i, LanStatus.SUSPENDED);
            } else if (list.verdict(i) == BufferList.GOOD && list.runCount(i) > BucketQueue.MAX_RUNS) {
                list.refuse(i, LanStatus.BUCKET_OVERRUN);
            } else if (list.verdict(i) == BufferList.GOOD && !present.receiver.hasRoom()) {
                list.refuse(i, LanStatus.OUT_OF_MEMORY);
            }
            if (list.verdict(i) == BufferList.GOOD) {
                present.receiver.post(list, i, request.frame().initiator(), request.frame().initiatorContext());
            } else {
                why = refused++ == 0 ? list.verdict(i) : why;
            }
        }
        if (refused == 0) {
            request.finish();
        } else {
            returnRefused(request, RequestStatus.ERROR_NO_DATA_TRANSFER, why);
        }
    }

    /** Gives buckets back that were not taken. A context takes less room in the reply than its bucket in the request, so all fit. */
    private void returnRefused(KernelRequest request, int requestStatus, int why) {
        Parts present = inPlace();
        present.context.agent().charge(Op.BUILD_FRAME);
        MessageFrame reply = request.openReply();
        refusal.begin(request.frame(), reply);
        for (int i = 0; i < present.list.count(); i++) {
            if (present.list.verdict(i) != BufferList.GOOD) {
                refusal.addEmpty(present.list.context(i));
            }
        }
        refusal.end(present.receiver.postedBuckets(), requestStatus, why);
        request.sendReply();
    }

    private void onPacketSend(KernelRequest request) {
        Parts present = inPlace();
        if (!readList(request, BufferList.Direction.FROM_BUFFERS)) {
            return;
        }
        if (present.list.count() == 0) {
            refuseTransaction(request, DetailedStatus.MISSING_PARAMETER, 0);
        } else if (state == NicState.SUSPENDED) {
            refusePackets(request, RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.SUSPENDED);
        } else if (!present.transmitter.hasFreeJob()) {
            refusePackets(request, RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.OUT_OF_MEMORY);
        } else {
            present.transmitter.start(request, present.list);
            if (!present.transmitter.hasFreeJob()) {
                waitsForJob = true;
                present.context.hold();
            }
        }
    }

    private void refusePackets(KernelRequest request, int requestStatus, int why) {
        Parts present = inPlace();
        statistics.transmitErrors += present.list.count();
        if (isSilent(request)) {
            request.finish();
            return;
        }
        present.context.agent().charge(Op.BUILD_FRAME);
        MessageFrame reply = request.openReply();
        LanSendReply.begin(request.frame(), reply);
        for (int i = 0; i < present.list.count(); i++) {
            LanSendReply.add(reply, present.list.context(i));
        }
        LanSendReply.end(reply, MessageFlags.FINAL_REPLY, requestStatus, why);
        request.sendReply();
    }

    // --- aborts

    @Override
    public int abort(AbortSelection selection) {
        return inPlace().transmitter.abort(selection) + inPlace().receiver.abort(selection);
    }

    @Override
    public boolean selectsWaiting(AbortSelection selection, KernelRequest waiting) {
        if (!hasList(waiting)) {
            return selection.selects(waiting);
        }
        BufferList list = inPlace().list;
        boolean all = list.read(waiting.frame(), waiting.sender(), direction(waiting)) == DetailedStatus.SUCCESS && list.count() > 0;
        for (int i = 0; i < list.count() && all; i++) {
            all = selection.selects(waiting.sender(), waiting.frame().initiator(), waiting.frame().function(), list.context(i));
        }
        return all;
    }

    @Override
    public int abortWaiting(KernelRequest waiting) {
        if (!hasList(waiting)) {
            return DeviceModule.super.abortWaiting(waiting);
        }
        BufferList list = inPlace().list;
        list.read(waiting.frame(), waiting.sender(), direction(waiting));
        int count = list.count();
        if (waiting.frame().function() == Function.LAN_PACKET_SEND) {
            refusePackets(waiting, RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.TRANSMIT_ABORTED);
        } else {
            for (int i = 0; i < count; i++) {
                list.refuse(i, LanStatus.RECEIVE_ABORTED);
            }
            returnRefused(waiting, RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.RECEIVE_ABORTED);
        }
        return count;
    }

    private static boolean hasList(KernelRequest request) {
        MessageFrame frame = request.frame();
        return frame.sizeWords() >= MessageFrame.HEADER_WORDS
            && (frame.function() == Function.LAN_PACKET_SEND || frame.function() == Function.LAN_RECEIVE_POST);
    }

    private static BufferList.Direction direction(KernelRequest request) {
        return request.frame().function() == Function.LAN_PACKET_SEND ? BufferList.Direction.FROM_BUFFERS
            : BufferList.Direction.INTO_BUFFERS;
    }

    private static boolean isSilent(KernelRequest request) {
        return request.frame().function() == Function.LAN_PACKET_SEND
            && (LanPacketSend.CONTROL.get(request.frame()) & TransmitControl.REPLY_MASK) == TransmitControl.REPLY_NEVER;
    }

    /** Reads the buffers of a request; false: it was answered, for it has no list that could be read. */
    private boolean readList(KernelRequest request, BufferList.Direction direction) {
        BufferList list = inPlace().list;
        if (request.frame().sizeWords() < MessageFrame.HEADER_WORDS) {
            refuseTransaction(request, DetailedStatus.MESSAGE_TOO_SMALL, 0);
            return false;
        }
        int status = list.read(request.frame(), request.sender(), direction);
        if (status != DetailedStatus.SUCCESS) {
            refuseTransaction(request, status, list.lastContext());
            return false;
        }
        return true;
    }

    /** A transaction error. Its context is that of the failing buffer, because drivers take it for a list otherwise. */
    private void refuseTransaction(KernelRequest request, int detailedStatus, int failingContext) {
        if (isSilent(request)) {
            request.finish();
            return;
        }
        inPlace().context.agent().charge(Op.BUILD_FRAME);
        MessageFrame reply = request.openReply();
        Replies.transactionError(request.frame(), reply, detailedStatus, 0);
        reply.contexts(reply.initiatorContext(), failingContext);
        request.sendReply();
    }

    private void onClose(KernelRequest request, NicState next) {
        Parts present = inPlace();
        MessageFrame frame = request.frame();
        if (frame.sizeWords() < NETBSD_FLAGS_WORDS) {
            refuseTransaction(request, DetailedStatus.MESSAGE_TOO_SMALL, 0);
        } else if (!mayClose(frame.initiator())) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_LOCKED);
        } else if (state == NicState.SUSPENDED && next == NicState.CLOSING_TO_SUSPEND) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, LanStatus.SUSPENDED);
        } else {
            closing = request;
            closingFlags = frame.sizeWords() < FLAGS_WORDS ? frame.u16(NETBSD_FLAGS_BYTE) : LanReset.RESOURCE_FLAGS.get(frame);
            state = next;
            if ((closingFlags & LanReset.RETURN_BUCKETS) != 0) {
                present.receiver.cancelBuckets();
            }
            if ((closingFlags & LanSuspend.RETURN_TRANSMITS) != 0) {
                present.transmitter.cancel();
            }
            if (!tryClose()) {
                present.context.hold();
            }
        }
    }

    private boolean mayClose(int initiator) {
        Parts present = inPlace();
        DeviceSlot slot = present.context.directory().device(present.context.tid());
        return slot == null || slot.userTid() == Tid.NONE || slot.userTid() == initiator;
    }

    /** Answers a Suspend or Reset once everything that it asked for has been returned; returns whether it did. */
    private boolean tryClose() {
        Parts present = inPlace();
        KernelRequest request = closing;
        boolean returning = (closingFlags & LanReset.RETURN_BUCKETS) != 0;
        if (request == null || !present.transmitter.isQuiet() || (returning && !present.receiver.isQuiet())) {
            return false;
        }
        closing = null;
        if (state == NicState.CLOSING_TO_RESET) {
            statistics.resets++;
        } else {
            statistics.suspensions++;
        }
        state = state.closed();
        answer(request, RequestStatus.SUCCESS, LanStatus.SUCCESS);
        report(EventIndicator.STATE_CHANGE, deviceState() << STATE_SHIFT);
        return true;
    }

    private void answer(KernelRequest request, int requestStatus, int detailedStatus) {
        inPlace().context.agent().charge(Op.BUILD_FRAME);
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus);
        request.sendReply();
    }

    // --- its own work

    @Override
    public int doWork(int limit) {
        Parts present = inPlace();
        present.context.agent().charge(Op.POLL_LAN);
        int work = takeLinkSignal();
        work += present.transmitter.doWork(limit);
        if (work < limit) {
            work += present.receiver.takeFills(limit - work);
        }
        if (work < limit) {
            work += present.receiver.sendReplies(limit - work);
        }
        work += resumeRequests();
        if (work < limit) {
            // Last: a flood from the wire must not keep the device from finishing what it has begun.
            work += external ? present.receiver.takeArrivals(limit - work, state == NicState.OPERATIONAL)
                : present.receiver.discardArrivals(limit - work);
        }
        return work;
    }

    /** Ends a Suspend or Reset that can be ended, and lets requests come again that waited for it or for a free job. */
    private int resumeRequests() {
        Parts present = inPlace();
        boolean closed = closing != null && tryClose();
        boolean jobFree = waitsForJob && present.transmitter.hasFreeJob();
        if (closing != null || !(closed || jobFree)) {
            return 0;
        }
        waitsForJob = false;
        present.context.resume();
        return 1;
    }

    private void report(int indicator, int... data) {
        Parts present = inPlace();
        EventSource events = present.context.service(EventSource.class);
        if (events != null) {
            present.context.agent().charge(Op.BUILD_FRAME);
            events.report(present.context.tid(), indicator, data);
        }
    }

    private int takeLinkSignal() {
        LinkSignal signal = port.linkSignals().poll();
        if (signal == null) {
            return 0;
        }
        signal.received();
        LinkState before = link;
        link = port.link();
        if (link != before) {
            report(link == LinkState.UP ? EVENT_LINK_UP : EVENT_LINK_DOWN);
        }
        return 1;
    }

    // --- as other modules of the card see it

    @Override
    public void attach(PacketSink sink) {
        inPlace().receiver.attach(sink);
    }

    @Override
    public void detach(PacketSink sink) {
        inPlace().receiver.detach(sink);
    }

    @Override
    public boolean transmit(MemorySegment memory, long offset, int length) {
        if (length < WirePort.MIN_PACKET_BYTES || length > maxPacketBytes) {
            statistics.transmitErrors++;
            return true;
        }
        return external && inPlace().transmitter.transmit(memory, offset, length);
    }

    @Override
    public boolean transmit(MemorySegment memory, long offset, int length, long offload) {
        if (length < WirePort.MIN_PACKET_BYTES || length > Offload.MAX_BYTES) {
            statistics.transmitErrors++;
            return true;
        }
        return external && inPlace().transmitter.transmit(memory, offset, length, offload);
    }

    @Override
    public int maxOffloadBytes() {
        return Offload.MAX_BYTES;
    }

    @Override
    public long hardwareAddress() {
        return filter.activeAddress();
    }

    @Override
    public int maxPacketBytes() {
        return maxPacketBytes;
    }

    // --- what can be known of it

    /** {@return the state of the LAN class} */
    public NicState state() {
        return state;
    }

    /** {@return buckets that wait for packets} */
    public int postedBuckets() {
        return inPlace().receiver.postedBuckets();
    }

    /** {@return all buckets that the device holds: posted, being filled, on their way back} */
    public int heldBuckets() {
        return inPlace().receiver.heldBuckets();
    }

    /** {@return packets of requests to send that are not answered yet} */
    public int packetsToSend() {
        return inPlace().transmitter.packetsInWork();
    }

    /**
     * Has a watch see each frame of the device from now on; any thread, once the device is in its place. There is one at a time.
     *
     * @param watch sees them; null for none
     */
    public void watch(@Nullable FrameWatch watch) {
        inPlace().receiver.watch(watch);
        inPlace().transmitter.watch(watch);
    }

    /** {@return what it has done} */
    public NicStatistics statistics() {
        return statistics;
    }

    /** Adds the groups of the LAN class. */
    @Override
    public void addTo(ParameterSet set) {
        Parts present = inPlace();
        new LanParameters(settings, port, filter, statistics, present.receiver, present.list.capacity(), maxPacketBytes,
            () -> link, this::deviceState).addTo(set);
    }

    /** CurrentDeviceState of group 0x0000. */
    private int deviceState() {
        Parts present = inPlace();
        DeviceSlot slot = present.context.directory().device(present.context.tid());
        boolean receives = present.receiver.postedBuckets() > 0;
        return switch (state) {
            case CLOSING_TO_RESET -> DeviceState.RESETTING;
            case SUSPENDED, CLOSING_TO_SUSPEND -> receives ? DeviceState.SUSPENDED : DeviceState.SUSPENDED_NO_RX;
            case OPERATIONAL -> slot != null && slot.userTid() == Tid.NONE ? DeviceState.UNCLAIMED
                : receives ? DeviceState.OPERATIONAL : DeviceState.OPERATIONAL_NO_RX;
        };
    }

    @Override
    public String toString() {
        return settings.name() + " at " + MacAddress.format(filter.activeAddress()) + ", " + state + ", link " + link;
    }
}
