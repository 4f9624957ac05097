package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockListener;
import dev.spine.peer.block.BlockTarget;
import dev.spine.peer.block.PeerBlockRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A module that uses disks, and writes down what it is told. */
final class ClientModule implements DeviceModule, BlockListener {
    final List<BlockTarget> targets = new ArrayList<>();
    final List<Integer> ends = new ArrayList<>();
    final List<Object> discarded = new ArrayList<>();
    private @Nullable BlockClient client;
    private @Nullable DeviceContext context;

    BlockClient client() {
        return Objects.requireNonNull(client, "installed");
    }

    DeviceContext context() {
        return Objects.requireNonNull(context, "installed");
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("client", ClassId.standard(DeviceClass.DDM).word(), 0, 3, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        client = new BlockClient(given, this);
    }

    @Override
    public void reset() {
        client().reset();
    }

    @Override
    public void onMessage(KernelRequest request) {
        Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, 0);
        request.sendReply();
    }

    @Override
    public void onReply(MessageFrame reply) {
        client().onReply(reply);
    }

    @Override
    public int doWork(int limit) {
        return client().doWork(limit);
    }

    @Override
    public void onTarget(BlockTarget target) {
        targets.add(target);
    }

    @Override
    public void onEnd(PeerBlockRequest request) {
        ends.add(request.requestStatus());
    }

    @Override
    public void onDiscard(PeerBlockRequest request) {
        discarded.add(Objects.requireNonNull(request.attachment()));
    }
}
