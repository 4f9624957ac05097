package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers every request with the word that it carries, and keeps what it gets. */
final class EchoModule implements DeviceModule {
    static final int FUNCTION = 0x80;

    /** A message as it arrived. */
    record Seen(int function, int flags, int initiator, int target, int initiatorContext, int transactionContext, int word, Object from) {}

    final List<Seen> requests = new ArrayList<>();
    final List<Seen> replies = new ArrayList<>();
    private @Nullable DeviceContext context;

    DeviceContext context() {
        return Objects.requireNonNull(context);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("echo", ClassId.ofSpine(DeviceClass.DISPLAY).word(), 0, 2, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void reset() {
        requests.clear();
    }

    @Override
    public void onMessage(KernelRequest request) {
        requests.add(seen(request.frame(), request.sender()));
        Replies.single(request.frame(), request.openReply(), 0, 0, request.frame().wordOrZero(4) + 1);
        request.sendReply();
    }

    @Override
    public void onReply(MessageFrame reply) {
        replies.add(seen(reply, ""));
    }

    private static Seen seen(MessageFrame frame, Object from) {
        return new Seen(frame.function(), frame.flags(), frame.initiator(), frame.target(), frame.initiatorContext(),
            frame.transactionContext(), frame.wordOrZero(frame.isReply() ? 5 : 4), from);
    }

    /** Sends one request; false when there is no frame. */
    boolean send(MessageRoute route, int context, int word) {
        MessageFrame frame = route.open();
        if (frame == null) {
            return false;
        }
        frame.header(5, 0, 0, FUNCTION, route.initiator(), route.target());
        frame.contexts(context, ~context);
        frame.setWord(4, word);
        route.post();
        return true;
    }
}
