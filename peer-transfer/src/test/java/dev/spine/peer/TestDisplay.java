package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.PutPackets;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A display that pulls all pixels of a put into one place, and answers when they are there. */
final class TestDisplay implements DeviceModule {
    private static final int MAX_BYTES = 64 * 1024;

    private final DeliveryList<Transfer> done = DeliveryList.singleProducer("display completions", 4);
    private final Transfer transfer = new Transfer(64, done);
    private final Deque<KernelRequest> waiting = new ArrayDeque<>();
    private @Nullable DeviceContext context;
    private @Nullable Region surface;
    private @Nullable KernelRequest inWork;
    final List<Integer> counts = new ArrayList<>();
    final List<Transfer.Outcome> outcomes = new ArrayList<>();
    boolean silent;
    /** Whether it answers what it is asked as if it had been the first message of the first stream. */
    boolean lying;
    int firstCookie;
    boolean recording = true;
    int window = -1;
    int format;
    long pulled;

    Region surface() {
        return Objects.requireNonNull(surface);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("display", ClassId.ofSpine(DeviceClass.DISPLAY).word(), 0, 5, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        surface = given.bus().allocate("surface", given.busAgent(), Access.OWNER, MAX_BYTES);
        given.agent().consumes(done);
    }

    @Override
    public void reset() {
        waiting.clear();
        inWork = null;
    }

    @Override
    public void onMessage(KernelRequest request) {
        if (request.frame().function() != DisplayFunction.PUT_PACKETS) {
            request.finish();
            return;
        }
        waiting.add(request);
        next();
    }

    private void next() {
        if (inWork != null || waiting.isEmpty() || silent || transfer.tag() == 1) {
            return;
        }
        DeviceContext here = Objects.requireNonNull(context);
        KernelRequest request = waiting.remove();
        inWork = request;
        var frame = request.frame();
        window = PutPackets.WINDOW.get(frame);
        format = PutPackets.FORMAT.get(frame);
        int count = PutPackets.COUNT.get(frame);
        if (recording) {
            counts.add(count);
        }
        transfer.clear();
        transfer.tag(1);
        int word = PutPackets.LIST_WORD;
        long to = surface().base();
        for (int i = 0; i < count && word + PutPackets.FIXED_WORDS <= frame.sizeWords(); i++) {
            int bytes = PutPackets.pixelBytes(frame, word);
            transfer.add(PutPackets.address(frame, word), to, bytes);
            to += bytes;
            word += PutPackets.words(PutPackets.headerBytes(frame, word));
        }
        here.agent().submit(here.dma(), transfer);
    }

    @Override
    public int doWork(int limit) {
        if (done.poll() == null) {
            return 0;
        }
        transfer.tag(0);
        pulled += transfer.bytesMoved();
        if (recording) {
            outcomes.add(transfer.outcome());
        }
        KernelRequest request = inWork;
        inWork = null;
        if (request != null) {
            MessageFrame reply = request.openReply();
            PutReply.write(request.frame(), reply, 0, 0, PutPackets.COUNT.get(request.frame()), 0, PutReply.NONE_REFUSED);
            if (lying) {
                reply.contexts(0, firstCookie);
            }
            request.sendReply();
        }
        next();
        return 1;
    }

    /** Answers one message and is silent again. On its agent. */
    void speakOnce() {
        silent = false;
        next();
        silent = true;
    }

    /** The transaction context of the message that has waited longest. */
    int cookie() {
        return waiting.getFirst().frame().transactionContext();
    }

    /** Goes on after it was silent. On its agent. */
    void speak() {
        silent = false;
        next();
    }
}
