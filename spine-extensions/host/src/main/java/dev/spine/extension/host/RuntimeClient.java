package dev.spine.extension.host;

import dev.spine.extension.runtime.RuntimeProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The host's side of a runtime device: loads, lists and unloads extensions and exchanges small messages with them. Used from outside the
 * host's agent, through its tasks.
 */
public final class RuntimeClient {
    private static final long TIMEOUT_NS = 20_000_000_000L;
    private static final int TEXT_BYTES = 16 << 10;
    private static final int INSTANCE_WORD = 5;
    private static final int TEXT_BYTES_WORD = 6;

    private final IopDriver driver;
    private final int tid;
    private final HostMemory memory;
    private final Tasks tasks;
    private final int cookie;

    /**
     * A client.
     *
     * @param driver the driver of the runtime's IOP
     * @param tid the runtime's TID
     * @param memory for images and texts
     * @param tasks of the host's agent
     */
    public RuntimeClient(IopDriver driver, int tid, HostMemory memory, Tasks tasks) {
        this.driver = driver;
        this.tid = tid;
        this.memory = memory;
        this.tasks = tasks;
        this.cookie = tasks.call(() -> driver.standingContext(reply -> { }));
    }

    /**
     * Loads an extension.
     *
     * @param image the bytes of its jar
     * @return its instance number
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
    public int load(byte[] image) {
        Region in = memory.allocate("extension image", image.length);
        Region out = memory.allocate("verdict", TEXT_BYTES);
        try {
            MemorySegment.copy(image, 0, in.memory(), ValueLayout.JAVA_BYTE, 0, image.length);
            MessageFrame reply = call(RuntimeProtocol.LOAD, List.of(0), List.of(
                SglElement.Simple.from((int) in.base(), image.length), SglElement.Simple.into((int) out.base(), TEXT_BYTES)));
            String verdict = text(out, reply.wordOrZero(TEXT_BYTES_WORD));
            if (reply.requestStatus() != RequestStatus.SUCCESS) {
                throw new ExtensionRefusedException(verdict.isEmpty() ? "refused without a verdict" : verdict);
            }
            return reply.wordOrZero(INSTANCE_WORD);
        } finally {
            memory.free(in);
            memory.free(out);
        }
    }

    /**
     * Unloads an extension.
     *
     * @param instance its instance number
     * @throws ExtensionRefusedException when there is none
     */
    public void unload(int instance) {
        MessageFrame reply = call(RuntimeProtocol.UNLOAD, List.of(instance), List.of());
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new ExtensionRefusedException("there is no instance " + instance + " to unload");
        }
    }

    /** {@return a line for each loaded extension} */
    public String list() {
        Region out = memory.allocate("listing", TEXT_BYTES);
        try {
            MessageFrame reply = call(RuntimeProtocol.LIST, List.of(0), List.of(
                SglElement.Simple.into((int) out.base(), TEXT_BYTES)));
            return text(out, reply.wordOrZero(TEXT_BYTES_WORD));
        } finally {
            memory.free(out);
        }
    }

    private static String text(Region region, int bytes) {
        int length = Math.max(0, Math.min(bytes, TEXT_BYTES));
        return new String(region.memory().asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    private MessageFrame call(int code, List<Integer> payload, List<SglElement> buffers) {
        PrivateMessage message = new PrivateMessage(OrganizationId.SPINE, code, payload, buffers);
        Pending<MessageFrame> pending = tasks.call(() -> driver.call(tid, message, TIMEOUT_NS));
        tasks.await("the runtime's answer", pending::isDone);
        return pending.get();
    }

    /**
     * Sends a small message to an extension.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param words at most 12 user words
     */
    public void send(int instance, int handler, int... words) {
        while (!tasks.call(() -> trySend(instance, handler, words))) {
            // Every frame is under way: one returns as soon as the runtime has looked at it.
            tasks.await("a free frame of the runtime's IOP", driver::hasFreeFrame);
        }
    }

    private boolean trySend(int instance, int handler, int[] words) {
        OutgoingRequest request = driver.openStanding(tid, Function.SMALL_MESSAGE, RuntimeProtocol.SMALL_WORDS, 0, cookie);
        if (request == null) {
            return false;
        }
        MessageFrame frame = request.frame();
        frame.setWord(3, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, handler), 0, RuntimeProtocol.KIND_SMALL));
        for (int i = 0; i < 12; i++) {
            frame.setWord(RuntimeProtocol.FIRST_USER_WORD + i, i < words.length ? words[i] : 0);
        }
        request.post();
        return true;
    }

    /**
     * Receives the messages that extensions of this runtime send to one of the host's handlers.
     *
     * @param handler the host's handler, 0 to 255
     * @param receiver called on the host's agent; user words begin at word 4
     */
    public void listen(int handler, ReplyHandler receiver) {
        tasks.run(() -> {
            int context = driver.standingContext(receiver);
            OutgoingRequest request = driver.openStanding(tid, Function.PRIVATE, 6, 0, context);
            if (request == null) {
                throw new HostException("the IOP has no free frame: try again");
            }
            request.frame().setWord(4, OrganizationId.SPINE << 16 | RuntimeProtocol.LISTEN);
            request.frame().setWord(5, handler);
            request.post();
        });
    }
}
