package dev.spine.extension.runtime;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.Request;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the runtime's device does for messages: loads, unloads and lists extensions for the host, fetches the data of bulk messages, and
 * hands small messages to the dispatcher.
 *
 * <p>One control message or bulk transfer is worked on at a time; what comes meanwhile waits in the device's event queue. Belongs to the
 * card's agent.
 */
final class RuntimeControl {
    private static final int CONTROL_WORD = 4;
    private static final int ARGUMENT_WORD = 5;

    /** What the transfers of {@link ImageTransfers} are for. */
    private enum Control {
        IDLE, LOADING, ANSWERING, BULK,
        /** A reset came while a transfer was on its way: nothing is done with it, and nothing else begins before it has ended. */
        DISCARDING
    }

    private final RuntimeModule runtime;
    private final DeviceContext context;
    private final ImageTransfers images;
    private Control control = Control.IDLE;
    private @Nullable Request controlled;
    private @Nullable Request deferred;
    private final Unloading unloading;
    private int answerStatus;
    private int answerInstance;
    private int answerBytes;

    RuntimeControl(RuntimeModule runtime, DeviceContext context, ImageTransfers images) {
        this.runtime = runtime;
        this.context = context;
        this.images = images;
        this.unloading = new Unloading(runtime, context.agent());
    }

    void onMessage(Request request) {
        MessageFrame frame = request.frame();
        int function = frame.function();
        if (function == Function.SMALL_MESSAGE) {
            onSmallMessage(request, frame);
        } else if (function == Function.PRIVATE && frame.wordOrZero(CONTROL_WORD) >>> 16 == OrganizationId.SPINE) {
            onControl(request, frame, frame.wordOrZero(CONTROL_WORD) & 0xFFFF);
        } else {
            context.counters().increment(Counter.UNKNOWN_FUNCTIONS);
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
        } else if (runtime.dispatcher().onFrame(frame, null)) {
            request.finish();
        } else {
            // The frame stays where it is until the queue has room, which is back-pressure on its sender.
            later(request);
        }
    }

    private void later(Request request) {
        context.hold();
        context.counters().increment(Counter.DEFERRED_REQUESTS);
        deferred = request;
    }

    private void onControl(Request request, MessageFrame frame, int code) {
        if (!request.sender().isHost()) {
            // What runs on a card is its host's affair: a peer sends messages to extensions, and no more.
            context.counters().increment(Counter.CONTROL_REFUSED);
            reject(request, DetailedStatus.INVALID_INITIATOR_ADDRESS);
            return;
        }
        if (control != Control.IDLE) {
            later(request);
            return;
        }
        switch (code) {
            case RuntimeProtocol.LOAD -> beginLoad(request);
            case RuntimeProtocol.UNLOAD -> unload(request, frame.wordOrZero(ARGUMENT_WORD));
            case RuntimeProtocol.LIST -> list(request);
            case RuntimeProtocol.LISTEN -> listen(request, frame);
            default -> {
                context.counters().increment(Counter.UNKNOWN_FUNCTIONS);
                reject(request, DetailedStatus.UNSUPPORTED_FUNCTION);
            }
        }
    }

    private void listen(Request request, MessageFrame frame) {
        if (runtime.dispatcher().listen(frame.wordOrZero(ARGUMENT_WORD), frame.initiatorContext())) {
            request.finish();
        } else {
            reject(request, DetailedStatus.INVALID_PARAMETER);
        }
    }

    private void fetchBulk(Request request, MessageFrame frame) {
        String problem = images.parse(request, RuntimeProtocol.SMALL_WORDS, runtime.memory(), ExtensionImage.MAX_BYTES);
        if (problem != null || images.isEmpty() || frame.sizeWords() < RuntimeProtocol.BULK_WORDS) {
            images.release(runtime.memory());
            reject(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        control = Control.BULK;
        controlled = request;
        images.fetch();
    }

    private void beginLoad(Request request) {
        String problem = images.parse(request, ARGUMENT_WORD + 1, runtime.memory(), ExtensionImage.MAX_BYTES);
        if (problem == null && images.isEmpty()) {
            problem = "no image comes in: name its memory in an element that the target reads from";
        }
        if (problem != null) {
            images.release(runtime.memory());
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, "refused: " + problem);
            return;
        }
        control = Control.LOADING;
        controlled = request;
        images.fetch();
    }

    private void finishLoad(Request request) {
        if (!images.hasArrived()) {
            images.release(runtime.memory());
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0,
                "refused: the image could not be fetched from the given addresses");
            return;
        }
        byte[] bytes = images.takeBytes(runtime.memory());
        try {
            ExtensionInstance instance = runtime.load(ExtensionImage.parse(bytes));
            answerText(request, RequestStatus.SUCCESS, instance.number(), "loaded " + instance.name() + " as instance "
                + instance.number());
        } catch (ExtensionException e) {
            answerText(request, RequestStatus.ERROR_NO_DATA_TRANSFER, 0, "refused: " + e.getMessage());
        }
    }

    private void unload(Request request, int number) {
        ExtensionInstance instance = runtime.instance(number);
        if (instance == null) {
            answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER, 0, 0);
            return;
        }
        unloading.begin(instance, request);
    }

    private void list(Request request) {
        String problem = images.parse(request, ARGUMENT_WORD + 1, runtime.memory(), ExtensionImage.MAX_BYTES);
        if (problem != null) {
            reject(request, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        images.release(runtime.memory());
        StringBuilder text = new StringBuilder();
        for (int number = 1; number <= RuntimeModule.MAX_INSTANCES; number++) {
            ExtensionInstance instance = runtime.instance(number);
            if (instance != null) {
                text.append(instance.describe()).append('\n');
            }
        }
        answerText(request, RequestStatus.SUCCESS, 0, text.toString());
    }

    private void answerText(Request request, int status, int instance, String text) {
        answerStatus = status;
        answerInstance = instance;
        answerBytes = images.send(text.getBytes(StandardCharsets.UTF_8), runtime.memory());
        if (answerBytes == 0) {
            finishAnswer(request);
        } else {
            control = Control.ANSWERING;
            controlled = request;
        }
    }

    private void finishAnswer(Request request) {
        images.release(runtime.memory());
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
        CardMemory.Block block = images.takeBlock();
        ExtensionInstance instance = runtime.instance(request.frame().transactionContext() >>> 24);
        Lease lease = block == null || instance == null || !images.hasArrived() ? null : instance.leaseFor(block);
        if (lease == null) {
            if (block != null) {
                runtime.memory().free(block);
            }
            reject(request, DetailedStatus.INVALID_PARAMETER);
        } else if (runtime.dispatcher().onFrame(request.frame(), lease)) {
            request.finish();
        } else {
            lease.letGo();
            reject(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
        }
    }

    /** A transfer of an image, of bulk data or of an answer has ended. */
    void onTransferEnd() {
        if (control == Control.DISCARDING) {
            images.release(runtime.memory());
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
                if (!images.hasLeft()) {
                    answerBytes = 0;
                }
                finishAnswer(request);
            }
            case IDLE, DISCARDING -> {
                // Nothing is under way then.
            }
        }
    }

    Unloading unloading() {
        return unloading;
    }

    /** What had to wait comes again, once it can. */
    void resume() {
        Request waiting = deferred;
        if (waiting != null && control == Control.IDLE) {
            deferred = null;
            onMessage(waiting);
            if (deferred == null) {
                context.resume();
            }
        }
    }

    /** The IOP is reset: nothing is answered any more. */
    void reset() {
        boolean underWay = controlled != null || control == Control.DISCARDING;
        deferred = null;
        unloading.reset();
        endControl();
        if (underWay) {
            // A block cannot be lent again while bytes may still land in it.
            control = Control.DISCARDING;
        } else {
            images.release(runtime.memory());
        }
    }
}
