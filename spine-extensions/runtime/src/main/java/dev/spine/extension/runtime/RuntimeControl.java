package dev.spine.extension.runtime;

import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.ImageTransfers;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.PendingRequests;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime's device does for messages: loads, unloads and lists extensions for the host, fetches the data of bulk messages, and
 * hands small messages to the dispatcher.
 *
 * <p>One control message or bulk transfer is worked on at a time; what comes meanwhile waits in the device's event queue. An image that is
 * verified beside the messages holds up nothing but what its owner asks for next. Belongs to the card's agent.
 */
final class RuntimeControl {
    private static final int CONTROL_WORD = 4;
    private static final int ARGUMENT_WORD = 5;

    /** What the transfers of {@link ImageTransfers} are for. */
    private enum Control {
        IDLE, FETCHING, ANSWERING, BULK,
        /** A reset came while a transfer was on its way: nothing is done with it, and nothing else begins before it has ended. */
        DISCARDING
    }

    private final CardMemory memory;
    private final InstanceTable table;
    private final Instances instances;
    private final Loads loads;
    private final Dispatcher dispatcher;
    private final DeviceContext context;
    private final ImageTransfers images;
    private Control control = Control.IDLE;
    private @Nullable KernelRequest controlled;
    private @Nullable KernelRequest deferred;
    private final PendingRequests waiting = new PendingRequests();
    private final Unloading unloading;
    private final Reports reports;
    private int answerStatus;
    private int answerDetail;
    private int answerInstance;
    private int answerBytes;
    /** Of the instance that was loaded or replaced. */
    private int answerLife;

    RuntimeControl(ExtensionRuntime runtime, DeviceContext context) {
        this.memory = runtime.parts().memory();
        this.table = runtime.table();
        this.instances = runtime.instances();
        this.loads = runtime.loads();
        this.dispatcher = runtime.dispatcher();
        this.context = context;
        this.images = new ImageTransfers(context, runtime.parts().completions());
        this.unloading = new Unloading(instances, context.agent());
        this.reports = runtime.newReports();
    }

    void onMessage(KernelRequest request) {
        MessageFrame frame = request.frame();
        int function = frame.function();
        if (function == Function.SMALL_MESSAGE) {
            onSmallMessage(request, frame);
        } else if (function == Function.PRIVATE && frame.wordOrZero(CONTROL_WORD) >>> 16 == OrganizationId.SPINE) {
            onControl(request, frame, code(frame));
        } else {
            context.counters().increment(Counter.UNKNOWN_FUNCTIONS);
            reject(request, function == Function.PRIVATE ? DetailedStatus.UNSUPPORTED_FUNCTION : DetailedStatus.UNKNOWN_FUNCTION);
        }
    }

    private static void reject(KernelRequest request, int detailedStatus) {
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, 0);
        request.sendReply();
    }

    /** A message to an extension that cannot be taken: its sender is told. */
    private void refuse(KernelRequest request, int detailedStatus) {
        dispatcher.local().undelivered().count(Undelivered.Reason.REFUSED);
        reject(request, detailedStatus);
    }

    private static void answer(KernelRequest request, int requestStatus, int detailedStatus, int word5, int word6) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus, word5, word6);
        request.sendReply();
    }

    private void onSmallMessage(KernelRequest request, MessageFrame frame) {
        int kind = frame.transactionContext() & 0xFF;
        if (frame.sizeWords() < RuntimeProtocol.SMALL_WORDS) {
            refuse(request, DetailedStatus.MESSAGE_TOO_SMALL);
        } else if (kind == RuntimeProtocol.KIND_REGION) {
            onGrant(request, frame);
        } else if (kind == RuntimeProtocol.KIND_LEND) {
            onLend(request, frame);
        } else if (kind == RuntimeProtocol.KIND_ANSWER) {
            onHostAnswer(request, frame);
        } else if (kind == RuntimeProtocol.KIND_BULK) {
            if (control != Control.IDLE) {
                later(request);
            } else {
                fetchBulk(request, frame);
            }
        } else {
            dispatcher.onMessage(request);
        }
    }

    /** The host's application grants memory to an extension: the bus must know that it is so. */
    private void onGrant(KernelRequest request, MessageFrame frame) {
        int control = frame.transactionContext();
        ExtensionInstance receiver = table.get(control >>> 24);
        HostRegion region = request.sender().isHost() && frame.sizeWords() >= RuntimeProtocol.REGION_WORDS ? regionOf(frame) : null;
        if (region == null || receiver == null || !receiver.isRunning() || !receiver.holdings().mayHavePart()) {
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (dispatcher.local().onGrant(receiver.number(), control >>> 16 & 0xFF,
            frame.wordOrZero(RuntimeProtocol.FIRST_USER_WORD), region)) {
            GrantPart.of(receiver.holdings(), null, region);
            request.finish();
        } else {
            later(request);
        }
    }

    /**
     * The host's application lends memory for the data of messages to it. Whether it may be written under the grant is for the DMA engine
     * to say, at each message: to ask here takes memory.
     */
    private void onLend(KernelRequest request, MessageFrame frame) {
        int word = RuntimeProtocol.FIRST_USER_WORD;
        int bytes = frame.wordOrZero(word + 2);
        long address = frame.wordOrZero(word + 3) & 0xFFFF_FFFFL;
        long grant = longAt(frame, word + 4);
        if (request.sender().isHost() && dispatcher.host().lend(frame.wordOrZero(word), frame.initiatorContext(),
            frame.wordOrZero(word + 1), address, bytes, grant)) {
            request.finish();
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    /** The runtime on the host answers a message of an extension of this card. */
    private void onHostAnswer(KernelRequest request, MessageFrame frame) {
        if (request.sender().isHost() && frame.sizeWords() >= RuntimeProtocol.ANSWER_WORDS) {
            dispatcher.onHostAnswer(frame);
            request.finish();
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    private @Nullable HostRegion regionOf(MessageFrame frame) {
        long token = longAt(frame, RuntimeProtocol.FIRST_REGION_WORD);
        long address = longAt(frame, RuntimeProtocol.FIRST_REGION_WORD + 2);
        int bytes = frame.wordOrZero(RuntimeProtocol.FIRST_REGION_WORD + 4);
        boolean writable = frame.wordOrZero(RuntimeProtocol.FIRST_REGION_WORD + 5) == 1;
        return context.bus().isGranted(token, context.busAgent(), address, bytes, writable)
            ? RuntimeAccess.newRegion(address, bytes, writable, token) : null;
    }

    private static long longAt(MessageFrame frame, int word) {
        return frame.wordOrZero(word) & 0xFFFF_FFFFL | (long) frame.wordOrZero(word + 1) << Integer.SIZE;
    }

    private void later(KernelRequest request) {
        context.hold();
        context.counters().increment(Counter.DEFERRED_REQUESTS);
        deferred = request;
    }

    private void onControl(KernelRequest request, MessageFrame frame, int code) {
        if (!request.sender().isHost()) {
            // What runs on a card is its host's affair: a peer sends messages to extensions, and no more.
            context.counters().increment(Counter.CONTROL_REFUSED);
            reject(request, DetailedStatus.INVALID_INITIATOR_ADDRESS);
            return;
        }
        if (control != Control.IDLE) {
            later(request);
        } else if (isInOrder(code) && (waiting.has(requester(frame)) || loads.isInFlight(requester(frame)))) {
            await(request, frame);
        } else {
            act(request, frame, code);
        }
    }

    /** Whether a request comes after what its owner has asked for before, also when that takes long. */
    private static boolean isInOrder(int code) {
        return code == RuntimeProtocol.LOAD || code == RuntimeProtocol.REPLACE || code == RuntimeProtocol.REHEARSE
            || code == RuntimeProtocol.UNLOAD;
    }

    /** {@return the owner who asks for a load, a replacement or an unload} */
    private static int requester(MessageFrame frame) {
        return argument(frame, 1);
    }

    private void await(KernelRequest request, MessageFrame frame) {
        if (!waiting.add(request, requester(frame))) {
            if (code(frame) == RuntimeProtocol.UNLOAD) {
                answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT, argument(frame, 0), 0);
            } else {
                images.readAnswerBuffers(request);
                refuse(request, DetailedStatus.DEVICE_BUSY, "as many requests as may wait until an image of their owner is verified: try"
                    + " again in " + Loads.AGAIN_MS + " ms");
            }
        }
    }

    private void act(KernelRequest request, MessageFrame frame, int code) {
        switch (code) {
            case RuntimeProtocol.LOAD, RuntimeProtocol.REPLACE, RuntimeProtocol.REHEARSE, RuntimeProtocol.LIMIT -> beginFetch(request);
            case RuntimeProtocol.UNLOAD -> unload(request, argument(frame, 0), argument(frame, 1));
            case RuntimeProtocol.LIST, RuntimeProtocol.INSPECT, RuntimeProtocol.OWNERS -> report(request, code);
            case RuntimeProtocol.LISTEN -> listen(request, frame);
            case RuntimeProtocol.STOP_LISTENING -> stopListening(request, frame);
            case RuntimeProtocol.SERVE_CARD -> serve(request, frame);
            case RuntimeProtocol.LEAVE_CARD -> {
                dispatcher.peers().leave(frame.initiatorContext());
                request.finish();
            }
            case RuntimeProtocol.END_OWNER -> endOwner(request, argument(frame, 0));
            default -> {
                context.counters().increment(Counter.UNKNOWN_FUNCTIONS);
                reject(request, DetailedStatus.UNSUPPORTED_FUNCTION);
            }
        }
    }

    private static int code(MessageFrame frame) {
        return frame.wordOrZero(CONTROL_WORD) & 0xFFFF;
    }

    /** {@return an argument of a control message, 0 when the message is too short for it} */
    private static int argument(MessageFrame frame, int index) {
        int end = frame.sglOffsetWords() == 0 ? frame.sizeWords() : frame.sglOffsetWords();
        return ARGUMENT_WORD + index < end ? frame.wordOrZero(ARGUMENT_WORD + index) : 0;
    }

    private void listen(KernelRequest request, MessageFrame frame) {
        if (dispatcher.host().listen(argument(frame, 0), frame.initiatorContext(), argument(frame, 1))) {
            request.finish();
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    private void serve(KernelRequest request, MessageFrame frame) {
        if (dispatcher.peers().serve(frame.initiatorContext())) {
            request.finish();
        } else {
            reject(request, DetailedStatus.UNSUPPORTED_FUNCTION);
        }
    }

    /** The answer is behind all that was sent to who has listened. */
    private void stopListening(KernelRequest request, MessageFrame frame) {
        if (dispatcher.host().stop(argument(frame, 0), frame.initiatorContext())) {
            answer(request, RequestStatus.SUCCESS, 0, 0, 0);
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    private void fetchBulk(KernelRequest request, MessageFrame frame) {
        String problem = images.parse(request, RuntimeProtocol.SMALL_WORDS, memory, ExtensionImage.MAX_BYTES);
        if (problem != null || images.isEmpty() || frame.sizeWords() < RuntimeProtocol.BULK_WORDS) {
            images.release();
            refuse(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        control = Control.BULK;
        controlled = request;
        images.fetch();
    }

    private void beginFetch(KernelRequest request) {
        String problem = images.parseOptional(request, memory, ExtensionImage.MAX_BYTES + LoadParameters.MAX_BYTES);
        if (problem == null && images.isEmpty()) {
            problem = "nothing comes in: name its memory in an element that the target reads from";
        }
        if (problem != null) {
            images.release();
            refuse(request, DetailedStatus.INVALID_PARAMETER, problem);
            return;
        }
        try {
            requirePace(request.frame());
        } catch (ThrottledException e) {
            images.release();
            refuse(request, DetailedStatus.DEVICE_BUSY, e.getMessage());
            return;
        }
        control = Control.FETCHING;
        controlled = request;
        images.fetch();
    }

    /** Before anything is fetched: who fails too fast or starts for too long takes no more than his request. */
    private void requirePace(MessageFrame frame) throws ThrottledException {
        if (code(frame) != RuntimeProtocol.LIMIT) {
            instances.requirePace(requester(frame));
        }
    }

    private void finishFetch(KernelRequest request) {
        endControl();
        if (!images.hasArrived()) {
            images.release();
            refuse(request, DetailedStatus.INVALID_PARAMETER, "the image could not be fetched from the given addresses");
            return;
        }
        byte[] bytes = images.takeBytes();
        MessageFrame frame = request.frame();
        try {
            switch (code(frame)) {
                case RuntimeProtocol.LOAD -> load(request, frame, bytes);
                case RuntimeProtocol.REPLACE, RuntimeProtocol.REHEARSE -> replace(request, frame, bytes);
                default -> limit(request, argument(frame, 0), bytes);
            }
        } catch (ExtensionException e) {
            refuse(request, DetailedStatus.INVALID_PARAMETER, e.getMessage());
        }
    }

    private void load(KernelRequest request, MessageFrame frame, byte[] bytes) throws ExtensionException {
        int imageBytes = imageBytes(frame, bytes);
        LoadParameters parameters = LoadParameters.parse(Arrays.copyOfRange(bytes, imageBytes, bytes.length));
        int flags = argument(frame, 2);
        LoadOptions options = new LoadOptions(requester(frame), (flags & RuntimeProtocol.TIED) != 0, parameters);
        loads.load(Arrays.copyOf(bytes, imageBytes), (flags & RuntimeProtocol.UNMETERED) == 0 ? options : options.unmetered(),
            new Answer(request));
    }

    private void replace(KernelRequest request, MessageFrame frame, byte[] bytes) throws ExtensionException {
        ExtensionInstance instance = table.get(argument(frame, 2), requester(frame));
        if (instance == null || !instance.isRunning()) {
            throw new ExtensionException("there is no such instance that runs");
        }
        int imageBytes = imageBytes(frame, bytes);
        LoadParameters parameters = imageBytes == bytes.length ? null
            : LoadParameters.parse(Arrays.copyOfRange(bytes, imageBytes, bytes.length));
        byte[] image = Arrays.copyOf(bytes, imageBytes);
        if (code(frame) == RuntimeProtocol.REPLACE) {
            loads.replace(instance, image, requester(frame), parameters, new Answer(request));
        } else {
            loads.rehearse(instance, image, requester(frame), parameters, new Answer(request));
        }
    }

    /** Answers a load or a replacement; comes while no other answer is on its way. */
    private final class Answer implements Loads.Answer {
        private final KernelRequest request;

        Answer(KernelRequest request) {
            this.request = request;
        }

        @Override
        public void done(ExtensionInstance instance, String text) {
            // Others may have moved bytes since the request came.
            images.readAnswerBuffers(request);
            answerLife = instance.serial();
            answerText(request, instance.number(), text);
        }

        @Override
        public void refused(ExtensionException why) {
            images.readAnswerBuffers(request);
            refuse(request, why instanceof ThrottledException ? DetailedStatus.DEVICE_BUSY : DetailedStatus.INVALID_PARAMETER,
                why.getMessage());
        }

        @Override
        public void abandoned() {
            request.abort(RequestStatus.ABORT_NO_DATA_TRANSFER, 0);
        }
    }

    private static int imageBytes(MessageFrame frame, byte[] bytes) throws ExtensionException {
        int imageBytes = argument(frame, 0);
        if (imageBytes < 0 || imageBytes > bytes.length) {
            throw new ExtensionException("the image is said to have " + imageBytes + " bytes; " + bytes.length + " came in");
        }
        return imageBytes == 0 ? bytes.length : imageBytes;
    }

    private void limit(KernelRequest request, int owner, byte[] bytes) throws ExtensionException {
        instances.limit(owner, OwnerLimits.parse(bytes));
        answerText(request, 0, "set the limits of owner " + Integer.toUnsignedString(owner));
    }

    private void unload(KernelRequest request, int number, int owner) {
        ExtensionInstance instance = table.get(number, owner);
        if (instance == null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER, 0, 0);
        } else if (unloading.isLeaving(instance)) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY, number, 0);
        } else {
            unloading.begin(List.of(instance), request, number);
        }
    }

    private void endOwner(KernelRequest request, int owner) {
        loads.endOwner(owner);
        for (KernelRequest tied = takeTiedLoad(owner); tied != null; tied = takeTiedLoad(owner)) {
            tied.abort(RequestStatus.ABORT_NO_DATA_TRANSFER, 0);
        }
        List<ExtensionInstance> ending = table.tiedTo(owner).stream().filter(instance -> !unloading.isLeaving(instance)).toList();
        unloading.begin(ending, request, ending.size());
    }

    /** {@return a load that waits and is tied to an owner's connection} */
    private @Nullable KernelRequest takeTiedLoad(int owner) {
        return waiting.take(owner, request -> code(request.frame()) == RuntimeProtocol.LOAD
            && (argument(request.frame(), 2) & RuntimeProtocol.TIED) != 0);
    }

    private void report(KernelRequest request, int code) {
        String problem = images.parseOptional(request, memory, ExtensionImage.MAX_BYTES);
        images.release();
        if (problem != null) {
            reject(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        boolean isThere = describe(request.frame(), code, images.room());
        if (isThere) {
            answerText(request, reports.next(), reports.text());
        } else {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER, 0, 0);
        }
    }

    /** Writes a report: {@return whether there is what it is about} */
    private boolean describe(MessageFrame frame, int code, int room) {
        int first = argument(frame, 0);
        int second = argument(frame, 1);
        switch (code) {
            case RuntimeProtocol.LIST -> reports.instances(first, second, room);
            case RuntimeProtocol.OWNERS -> reports.owners(first, second, room);
            default -> {
                return reports.instance(first, second, room);
            }
        }
        return true;
    }

    private void refuse(KernelRequest request, int detailedStatus, @Nullable String why) {
        answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus, 0, "refused: " + why);
    }

    private void answerText(KernelRequest request, int instance, String text) {
        answerText(request, RequestStatus.SUCCESS, 0, instance, text);
    }

    private void answerText(KernelRequest request, int requestStatus, int detailedStatus, int instance, String text) {
        answerStatus = requestStatus;
        answerDetail = detailedStatus;
        answerInstance = instance;
        answerBytes = images.send(text.getBytes(StandardCharsets.UTF_8));
        if (answerBytes == 0) {
            finishAnswer(request);
        } else {
            control = Control.ANSWERING;
            controlled = request;
        }
    }

    private void finishAnswer(KernelRequest request) {
        images.release();
        endControl();
        MessageFrame reply = request.openReply();
        Replies.singleWithRoom(request.frame(), reply, answerStatus, answerDetail, 3);
        reply.setWord(RuntimeProtocol.ANSWER_WORD, answerInstance);
        reply.setWord(RuntimeProtocol.ANSWER_WORD + 1, answerBytes);
        reply.setWord(RuntimeProtocol.ANSWER_WORD + 2, answerLife);
        request.sendReply();
        answerLife = 0;
    }

    private void endControl() {
        control = Control.IDLE;
        controlled = null;
    }

    private void finishBulk(KernelRequest request) {
        endControl();
        CardMemory.Block block = images.takeBlock();
        ExtensionInstance instance = table.get(request.frame().transactionContext() >>> 24);
        Lease lease = block == null || instance == null || !images.hasArrived() ? null : instance.leaseFor(block);
        if (lease == null) {
            if (block != null) {
                memory.free(block);
            }
            refuse(request, DetailedStatus.INVALID_PARAMETER);
        } else if (dispatcher.local().enter(request.frame(), request.frame().transactionContext(),
            request.sender().isHost() ? Route.Way.HOST : Route.Way.PEER, lease)) {
            request.finish();
        } else {
            lease.release();
            refuse(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
        }
    }

    /** A transfer of an image, of bulk data or of an answer has ended. */
    void onTransferEnd() {
        if (control == Control.DISCARDING) {
            images.release();
            endControl();
            return;
        }
        KernelRequest request = controlled;
        if (request == null) {
            return;
        }
        switch (control) {
            case FETCHING -> finishFetch(request);
            case BULK -> finishBulk(request);
            case ANSWERING -> {
                if (!images.hasLeft()) {
                    answerBytes = 0;
                    finishAnswer(request);
                } else if (!images.sendMore()) {
                    finishAnswer(request);
                }
            }
            case IDLE, DISCARDING -> {
                // Nothing is in flight then.
            }
        }
    }

    Unloading unloading() {
        return unloading;
    }

    /** What was verified goes on, and what had to wait comes again, once it can: {@return how much was done} */
    int resume() {
        int work = control == Control.IDLE ? loads.finishOne() : 0;
        while (control == Control.IDLE && !waiting.isEmpty()) {
            KernelRequest next = waiting.next(owner -> loads.isInFlight(owner));
            if (next == null) {
                break;
            }
            act(next, next.frame(), code(next.frame()));
            work++;
        }
        KernelRequest held = deferred;
        if (held != null && control == Control.IDLE) {
            deferred = null;
            onMessage(held);
            if (deferred == null) {
                context.resume();
            }
        }
        return work;
    }

    /** This runtime is used no more. */
    void leave() {
        images.leave();
    }

    /** The IOP is reset: nothing is answered any more. */
    void reset() {
        boolean inFlight = controlled != null || control == Control.DISCARDING;
        deferred = null;
        waiting.clear();
        unloading.reset();
        endControl();
        if (inFlight) {
            // A block cannot be lent again while bytes may still land in it.
            control = Control.DISCARDING;
        } else {
            images.release();
        }
    }
}
