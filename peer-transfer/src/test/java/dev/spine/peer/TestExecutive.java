package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;

/** As much of an executive as peers need: hands their messages to the transport. */
final class TestExecutive implements DeviceModule {
    private final PeerTransport transport;

    TestExecutive(PeerTransport transport) {
        this.transport = transport;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("executive", ClassId.standard(DeviceClass.EXECUTIVE).word(), 0, 1, 0, "test");
    }

    @Override
    public void attach(DeviceContext context) {
        // Needs nothing.
    }

    @Override
    public void reset() {
        // Keeps nothing.
    }

    @Override
    public void onMessage(KernelRequest request) {
        switch (request.frame().function()) {
            case Function.EXEC_IOP_CONNECT -> transport.onIopConnect(request);
            case Function.EXEC_CONN_SETUP -> transport.onConnSetup(request);
            default -> {
                Replies.transactionError(request.frame(), request.openReply(), DetailedStatus.UNKNOWN_FUNCTION, 7);
                request.sendReply();
            }
        }
    }

    @Override
    public void onReply(MessageFrame reply) {
        transport.onExecutiveReply(reply);
    }
}
