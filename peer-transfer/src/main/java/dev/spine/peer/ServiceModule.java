package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An intermediate service module of a card, which hosts command by private messages of Spine's. The card's agent. */
public abstract class ServiceModule implements DeviceModule {
    /** SubClassInfo of an intermediate service module. */
    private static final int ISM = 0x021;

    private final DeviceDescription description;
    private @Nullable DeviceContext context;
    private boolean enabled;

    /**
     * A module that is not attached.
     *
     * @param name its name on the IOP
     * @param identity its identity tag
     * @param title what it is
     */
    protected ServiceModule(String name, long identity, String title) {
        description = new DeviceDescription(name, ClassId.standard(DeviceClass.DDM).word(), ISM, identity, 0, title);
    }

    @Override
    public final DeviceDescription description() {
        return description;
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    /** {@return what it was attached to} */
    protected final DeviceContext context() {
        return Objects.requireNonNull(context, "attach comes first");
    }

    /** {@return whether packets are taken} */
    protected final boolean isEnabled() {
        return enabled;
    }

    @Override
    public final void enable() {
        enabled = true;
    }

    @Override
    public void quiesce() {
        enabled = false;
    }

    @Override
    public void reset() {
        enabled = false;
    }

    @Override
    public final void onMessage(KernelRequest request) {
        MessageFrame frame = request.frame();
        boolean isPrivate = frame.function() == Function.PRIVATE;
        if (!isPrivate || PrivateMessage.ORGANIZATION_ID.get(frame) != OrganizationId.SPINE
            || !onOrder(PrivateMessage.EXTENDED_FUNCTION.get(frame), request)) {
            context().counters().increment(Counter.UNKNOWN_FUNCTIONS);
            Replies.transactionError(frame, request.openReply(),
                isPrivate ? DetailedStatus.UNSUPPORTED_FUNCTION : DetailedStatus.UNKNOWN_FUNCTION, 0);
            request.sendReply();
        }
    }

    /**
     * Takes an order of a host.
     *
     * @param code its XFunctionCode
     * @param request answered now or later
     * @return false when it has no such order
     */
    protected abstract boolean onOrder(int code, KernelRequest request);

    /**
     * Answers a request by a single reply.
     *
     * @param request the host's
     * @param requestStatus the reply's status
     * @param detailedStatus why it was refused; 0 when it was not
     */
    public static void answer(KernelRequest request, int requestStatus, int detailedStatus) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus);
        request.sendReply();
    }

    /**
     * Answers a request that is not carried out.
     *
     * @param request the host's
     * @param detailedStatus why
     */
    public static void refuse(KernelRequest request, int detailedStatus) {
        answer(request, RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
    }
}
