package dev.spine.host.lan;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanReceiveReplyReader;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.message.lan.LanSuspend;
import dev.spine.i2o.message.lan.PacketFlags;
import dev.spine.i2o.message.lan.TransmitControl;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Receives and sends packets through one LAN port.
 *
 * <p>All methods are called on the host agent's thread. {@link #open} and {@link #close} are control; {@link #release}, {@link #send} and
 * the listeners are the data path and allocate nothing. What finds no message frame waits here, bounded by buckets and sends, and leaves
 * when the IOP returns one.
 */
public final class LanOsm implements HostWork {
    private static final int BUCKET_WORDS = 3;
    private static final int SEND_WORDS = 3;
    /** What a second run of a buffer takes: no context. */
    private static final int BODY_WORDS = 2;
    private static final int RETURN_ALL = LanReset.RETURN_BUCKETS | LanReset.RETURN_TRANSMITS;

    private final HostDriver driver;
    private final IopDriver iop;
    private final HostAgent host;
    private final AgentContext agent;
    private final int tid;
    private final LanSettings settings;
    private final PacketListener listener;
    private final SendListener sendListener;

    private final Region region;
    private final MemorySegment memory;
    private final int base;
    private final int bucketBytes;
    private final int bucketStride;
    private final int headBytes;
    private final @Nullable BucketBodies bodies;
    private final BucketPool pool;
    private final int bucketsPerMessage;
    private final int repostBatch;
    private final LanReceiveReplyReader reader = new LanReceiveReplyReader();
    private final SglWriter sgl = new SglWriter();

    private final int[] sendAddresses;
    private final int[] sendLengths;
    private final int[] sendBodyAddresses;
    private final int[] sendBodyLengths;
    private final int[] sendCookies;
    private int sendHead;
    private int sendCount;
    private int sendsInFlight;
    private final @Nullable SendBatch[] freeBatches;
    private int freeBatchCount;
    private int packetsPerRequest;

    private LanPort port = LanPort.UNKNOWN;
    private int receiveContext;
    private boolean open;
    private long packetsReceived;
    private long bytesReceived;
    private long packetsBad;
    private long postsRefused;
    private long strayContexts;
    private long packetsSent;
    private long packetsFailed;

    /**
     * An OSM for a port, not opened yet. Allocates its buckets in host memory. While the system is built, or on the host agent's thread.
     *
     * @param host the host's agent
     * @param driver the host's driver
     * @param hostMemory where the buckets are allocated
     * @param iop the IOP of the port
     * @param tid the port there
     * @param settings how to use it
     * @param listener receives packets
     * @param sendListener is notified of what became of packets to send
     */
    public LanOsm(HostAgent host, HostDriver driver, HostMemory hostMemory, IopDriver iop, int tid, LanSettings settings,
        PacketListener listener, SendListener sendListener) {
        this(host, driver, hostMemory, iop, tid, settings, null, listener, sendListener);
    }

    /**
     * An OSM for a port, not opened yet, of whose packets only the heads come into host memory.
     *
     * @param host the host's agent
     * @param driver the host's driver
     * @param hostMemory where the heads of buckets are allocated
     * @param iop the IOP of the port
     * @param tid the port there
     * @param settings how to use it; {@code bucketBytes} is head and body together
     * @param bodies where the rest of packets goes; null: into host memory too
     * @param listener receives packets
     * @param sendListener is notified of what became of packets to send
     */
    public LanOsm(HostAgent host, HostDriver driver, HostMemory hostMemory, IopDriver iop, int tid, LanSettings settings,
        @Nullable BucketBodies bodies, PacketListener listener, SendListener sendListener) {
        if (bodies != null) {
            bodies.check(settings);
        }
        this.bodies = bodies;
        this.driver = driver;
        this.iop = iop;
        this.host = host;
        this.agent = host.context();
        this.tid = tid;
        this.settings = settings;
        this.listener = listener;
        this.sendListener = sendListener;
        this.bucketBytes = settings.bucketBytes();
        // One line more than a bucket, so that the same part of neighbouring packets does not fall into the same sets of a cache.
        this.headBytes = bodies == null ? bucketBytes : bodies.headBytes();
        this.bucketStride = (headBytes + 63 & -64) + 64;
        this.region = hostMemory.allocate("LAN buckets of " + iop.name(), (long) bucketStride * settings.buckets());
        this.memory = region.memory();
        this.base = (int) region.base();
        this.pool = new BucketPool(settings.buckets());
        int words = iop.frameBytes() / Integer.BYTES - MessageFrame.HEADER_WORDS;
        this.bucketsPerMessage = words / (bodies == null ? BUCKET_WORDS : BUCKET_WORDS + BODY_WORDS);
        // Of a small pool the port must still get most.
        this.repostBatch = Math.clamp(settings.buckets() / 4, 1, Math.min(settings.repostBatch(), bucketsPerMessage));
        int sends = settings.sendsInFlight();
        this.sendAddresses = new int[sends];
        this.sendLengths = new int[sends];
        this.sendBodyAddresses = new int[sends];
        this.sendBodyLengths = new int[sends];
        this.sendCookies = new int[sends];
        this.freeBatches = new SendBatch[sends];
        for (int i = 0; i < sends; i++) {
            freeBatches[freeBatchCount++] = new SendBatch(this);
        }
        host.register(this);
    }

    // --- control

    /**
     * Claims the port, sets its filter and its batches, resets it, and gives it buckets.
     *
     * @return what the port is; fails when somebody else has claimed it, or when it does not answer
     */
    public Pending<LanPort> open() {
        checkState(!open, "the LAN port of %s is open: close it first", iop.name());
        return driver.claim(iop, tid).then(_ -> configure().orElse(why ->
            driver.release(iop, tid).map(_ -> why).orElse(_ -> Pending.of(why)).then(Pending::<LanPort>failed)));
    }

    private Pending<LanPort> configure() {
        return driver.paramsSet(iop, tid, new OperationList()
                .fieldSet(LanGroups.MAC_ADDRESS, "FilterMask", FieldValue.number(settings.filterMask()))
                .fieldSet(LanGroups.BATCH_CONTROL, "MaxRxBatchDelay", FieldValue.number(settings.maxRxBatchDelayUs()))
                .fieldSet(LanGroups.RECEIVE_INFO, "RxMaxPacketsBucket", FieldValue.number(1)))
            .then(this::readPort)
            .then(found -> driver.ask(iop, tid, new LanReset(RETURN_ALL)).map(_ -> begin(found)));
    }

    private Pending<LanPort> readPort(ResultList settingsSet) {
        boolean refused = settingsSet.blocks().stream().anyMatch(block -> block.status() != BlockStatus.SUCCESS);
        if (refused) {
            throw new HostException(iop.name() + ": the LAN port refuses the filter, the batch delay, or one packet per bucket");
        }
        return driver.paramsGet(iop, tid, new OperationList().fieldGet(LanGroups.DEVICE_INFO).fieldGet(LanGroups.RECEIVE_INFO)
                .fieldGet(LanGroups.TRANSMIT_INFO))
            .map(results -> {
                ParameterRow device = row(results, 0, LanGroups.DEVICE_INFO);
                long address = Long.reverseBytes(device.number("HardwareAddress")) >>> 16;
                return new LanPort(address, (int) device.number("MaxPacketSize"),
                    (int) row(results, 1, LanGroups.RECEIVE_INFO).number("RxMaxBuckets"),
                    (int) row(results, 2, LanGroups.TRANSMIT_INFO).number("TxMaxRequestPackets"));
            });
    }

    private ParameterRow row(ResultList results, int index, ParameterGroup group) {
        if (results.blocks().size() <= index || results.blocks().get(index).status() != BlockStatus.SUCCESS) {
            throw new HostException(iop.name() + ": the LAN port does not tell its group " + group);
        }
        return group.readScalar(results.blocks().get(index).data());
    }

    private LanPort begin(LanPort found) {
        port = found;
        int words = iop.frameBytes() / Integer.BYTES - MessageFrame.HEADER_WORDS;
        packetsPerRequest = Math.clamp(Math.min(found.packetsPerRequest(), words / SEND_WORDS), 1, SendBatch.MAX_PACKETS);
        receiveContext = iop.standingContext(new Receive());
        open = true;
        postBuckets(1);
        return found;
    }

    /**
     * Suspends the port, which returns all buckets and packets to send first, and releases it. The application keeps the buckets that it
     * holds until it releases them.
     *
     * @return done; fails when the port does not answer
     */
    public Pending<MessageFrame> close() {
        checkState(open, "the LAN port of %s is not open", iop.name());
        open = false;
        failWaitingSends();
        return driver.ask(iop, tid, new LanSuspend(RETURN_ALL)).then(_ -> {
            // A port answers after it has returned everything; what it has lost is ours again all the same.
            pool.reclaimPosted();
            iop.release(receiveContext);
            return driver.release(iop, tid);
        });
    }

    /** {@return whether the port is open} */
    public boolean isOpen() {
        return open;
    }

    /** {@return the memory of all buckets, as the listener gets it with each packet} */
    public MemorySegment memory() {
        return memory;
    }

    /** {@return what the port is; zeros before it was opened} */
    public LanPort port() {
        return port;
    }

    /**
     * {@return the bus address of a held bucket's body: where the bytes of its packet behind the head lie}
     *
     * @param bucket the token that came with the packet, of a port with {@link BucketBodies}
     */
    public int bodyAddress(int bucket) {
        checkState(bodies != null, "the buckets of %s have no bodies elsewhere", iop.name());
        return bodies.address(pool.index(bucket), bucketBytes);
    }

    // --- receiving

    /** Is notified of the buckets that come back. */
    private final class Receive implements ReplyHandler {
        @Override
        public void onReply(MessageFrame reply) {
            if (reply.requestStatus() == RequestStatus.TRANSACTION_ERROR) {
                // Which buckets it means is told nowhere; they are ours again when the port is closed.
                postsRefused++;
                return;
            }
            takeBuckets(reply);
        }

        @Override
        public void onFailure(RequestFailure why) {
            if (why.reason() != RequestFailure.Reason.IOP_RESET) {
                postsRefused++;
                return;
            }
            if (open) {
                open = false;
                pool.reclaimPosted();
                iop.release(receiveContext);
                failWaitingSends();
                listener.onLost(why);
            }
        }
    }

    private void takeBuckets(MessageFrame reply) {
        reader.begin(reply);
        boolean delivered = false;
        while (reader.next()) {
            agent.charge(Op.LAN_RECEIVED);
            int token = reader.bucketContext();
            int index = pool.posted(token);
            if (index == BucketPool.NONE) {
                strayContexts++;
            } else if (!reader.hasPacket()) {
                pool.returnEmpty(index);
            } else if (!isGood(reader)) {
                packetsBad++;
                pool.returnEmpty(index);
            } else {
                pool.hold(index);
                packetsReceived++;
                bytesReceived += reader.length();
                if (delivered) {
                    host.furtherPacketFound();
                }
                delivered = true;
                int offset = index * bucketStride + reader.offset();
                listener.onPacket(memory, offset, reader.length(), base + offset, token);
            }
        }
        if (delivered) {
            listener.onBatchEnd();
        }
        postBuckets();
    }

    private boolean isGood(LanReceiveReplyReader packet) {
        return (packet.flags() & PacketFlags.ERROR) == 0 && packet.status() == 0 && packet.length() > 0
            && packet.offset() + packet.length() <= bucketBytes;
    }

    /**
     * Takes a bucket back from the application. It goes to the port again with others.
     *
     * @param bucket the token that came with its packet
     * @throws IllegalStateException when the application does not hold it: each bucket is released once
     */
    public void release(int bucket) {
        agent.charge(Op.LAN_BUCKET);
        if (!pool.release(bucket)) {
            throw new IllegalStateException("bucket 0x" + Integer.toHexString(bucket)
                + " is not held by the application: release each once");
        }
        if (pool.freeBuckets() >= repostBatch) {
            postBuckets();
        }
    }

    /** Gives free buckets to the port once enough have gathered, or whatever there is when it runs dry. Returns how many messages left. */
    private int postBuckets() {
        return postBuckets(pool.postedBuckets() < repostBatch ? 1 : repostBatch);
    }

    /** Gives free buckets to the port as long as there are {@code least}. */
    private int postBuckets(int least) {
        int messages = 0;
        int count = open ? postable() : 0;
        while (count >= least && postMessage(count)) {
            messages++;
            count = postable();
        }
        return messages;
    }

    private int postable() {
        int room = Math.min(port.maxBuckets() - pool.postedBuckets(), bucketsPerMessage);
        return Math.min(pool.freeBuckets(), room);
    }

    private boolean postMessage(int count) {
        OutgoingRequest request =
            iop.openStanding(tid, Function.LAN_RECEIVE_POST, MessageFrame.HEADER_WORDS, MessageFrame.HEADER_WORDS, receiveContext);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        frame.contexts(receiveContext, count);
        sgl.begin(frame, MessageFrame.HEADER_WORDS);
        for (int i = 0; i < count; i++) {
            agent.charge(Op.LAN_BUCKET);
            int index = pool.post();
            sgl.into(pool.token(index), base + index * bucketStride, headBytes);
            if (bodies != null) {
                addBody(bodies, index);
            }
            sgl.endBuffer();
        }
        sgl.finish();
        request.post();
        return true;
    }

    private void addBody(BucketBodies in, int bucket) {
        agent.charge(Op.SGL_ELEMENT);
        sgl.into(in.address(bucket, bucketBytes), bucketBytes - headBytes);
    }

    // --- sending

    /**
     * Sends a packet from host memory, together with others: when a request is full, at {@link #flush}, or in the agent's next turn.
     *
     * @param address bus address of the packet, in memory that the IOP may read and that stays untouched until the packet is done with
     * @param length its bytes, 14 to {@link LanPort#maxPacketBytes}; the port refuses others
     * @param cookie given to the listener
     * @return false when the port is not open or as many packets as were set are in flight: try again when one is done with
     */
    public boolean send(int address, int length, int cookie) {
        return send(address, length, 0, 0, cookie);
    }

    /**
     * Sends a packet that lies in two places, like {@link #send(int, int, int)}.
     *
     * @param address bus address of its first bytes
     * @param length how many they are, at least 1
     * @param bodyAddress bus address of the rest, in memory that host and IOP may read and that stays untouched until the packet is done
     *     with
     * @param bodyLength how many these are; 0: there is no rest
     * @param cookie given to the listener
     * @return false when the port is not open or as many packets as were set are in flight: try again when one is done with
     */
    public boolean send(int address, int length, int bodyAddress, int bodyLength, int cookie) {
        agent.charge(Op.LAN_SENT);
        if (!open || sendsInFlight == sendAddresses.length) {
            return false;
        }
        int at = (sendHead + sendCount) % sendAddresses.length;
        sendAddresses[at] = address;
        sendLengths[at] = length;
        sendBodyAddresses[at] = bodyAddress;
        sendBodyLengths[at] = bodyLength;
        sendCookies[at] = cookie;
        sendCount++;
        sendsInFlight++;
        if (sendCount >= packetsPerRequest) {
            flush();
        }
        return true;
    }

    /**
     * Posts packets that wait to be sent.
     *
     * @return how many requests left
     */
    public int flush() {
        int requests = 0;
        while (sendCount > 0 && sendRequest(Math.min(sendCount, packetsPerRequest))) {
            requests++;
        }
        return requests;
    }

    private boolean sendRequest(int count) {
        SendBatch batch = Objects.requireNonNull(freeBatches[freeBatchCount - 1]);
        OutgoingRequest request =
            iop.open(tid, Function.LAN_PACKET_SEND, MessageFrame.HEADER_WORDS, MessageFrame.HEADER_WORDS, batch);
        if (request == null) {
            return false;
        }
        freeBatchCount--;
        batch.begin();
        MessageFrame frame = request.frame();
        frame.contexts(request.context(), TransmitControl.REPLY_AT_ONCE);
        sgl.begin(frame, MessageFrame.HEADER_WORDS);
        int room = iop.frameBytes() / Integer.BYTES - MessageFrame.HEADER_WORDS;
        for (int i = 0; i < count; i++) {
            int bodyLength = sendBodyLengths[sendHead];
            room -= bodyLength == 0 ? SEND_WORDS : SEND_WORDS + BODY_WORDS;
            if (room < 0) {
                break;
            }
            agent.charge(Op.LAN_SENT);
            sgl.from(batch.add(sendCookies[sendHead]), sendAddresses[sendHead], sendLengths[sendHead]);
            if (bodyLength > 0) {
                addBody(sendBodyAddresses[sendHead], bodyLength);
            }
            sgl.endBuffer();
            sendHead = sendHead + 1 == sendAddresses.length ? 0 : sendHead + 1;
            sendCount--;
        }
        sgl.finish();
        request.post();
        return true;
    }

    private void addBody(int address, int length) {
        agent.charge(Op.SGL_ELEMENT);
        sgl.from(address, length);
    }

    private void failWaitingSends() {
        while (sendCount > 0) {
            int cookie = sendCookies[sendHead];
            sendHead = sendHead + 1 == sendAddresses.length ? 0 : sendHead + 1;
            sendCount--;
            sent(cookie, RequestStatus.ABORT_NO_DATA_TRANSFER, 0);
        }
    }

    AgentContext agent() {
        return agent;
    }

    void sent(int cookie, int requestStatus, int detailedStatus) {
        sendsInFlight--;
        if (requestStatus == RequestStatus.SUCCESS) {
            packetsSent++;
        } else {
            packetsFailed++;
        }
        sendListener.onSent(cookie, requestStatus, detailedStatus);
    }

    void free(SendBatch batch) {
        freeBatches[freeBatchCount++] = batch;
    }

    void strayContext() {
        strayContexts++;
    }

    /** Posts what waits: packets to send, and buckets that found no frame before. Called by the host's agent. */
    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL_LAN);
        if (!open) {
            return 0;
        }
        return flush() + postBuckets();
    }

    // --- what can be known of it

    /** {@return buckets that wait for packets in the port} */
    public int postedBuckets() {
        return pool.postedBuckets();
    }

    /** {@return buckets that the application holds} */
    public int heldBuckets() {
        return pool.heldBuckets();
    }

    /** {@return buckets that nobody uses} */
    public int freeBuckets() {
        return pool.freeBuckets();
    }

    /** {@return packets given to the listener} */
    public long packetsReceived() {
        return packetsReceived;
    }

    /** {@return bytes of those packets} */
    public long bytesReceived() {
        return bytesReceived;
    }

    /** {@return packets that came back with an error, or that did not lie in their bucket} */
    public long packetsBad() {
        return packetsBad;
    }

    /** {@return requests that gave buckets and were refused as a whole} */
    public long postsRefused() {
        return postsRefused;
    }

    /** {@return contexts in replies that name no bucket or packet of ours} */
    public long strayContexts() {
        return strayContexts;
    }

    /** {@return packets that the port has sent} */
    public long packetsSent() {
        return packetsSent;
    }

    /** {@return packets that were not sent, or of which nobody knows} */
    public long packetsFailed() {
        return packetsFailed;
    }

    /** {@return the memory of the buckets, for tests of what lies in them} */
    Region region() {
        return region;
    }
}
