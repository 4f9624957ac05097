package dev.spine.device.tunnel;

import dev.spine.iop.engine.AgentContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread of the wire's own, for a device whose thread has no place for the wire: it wakes that thread when something has come. */
final class OwnThread implements WireLoop {
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final EventLoopGroup group;
    private volatile @Nullable AgentContext device;

    OwnThread(String wire) {
        group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("wire " + wire, true), NioIoHandler.newFactory());
    }

    @Override
    public EventLoopGroup group() {
        return group;
    }

    @Override
    public void await(Future<?> what) {
        what.awaitUninterruptibly();
    }

    @Override
    public void serve(AgentContext newDevice) {
        device = newDevice;
    }

    @Override
    public boolean isCurrent() {
        return false;
    }

    @Override
    public void announce() {
        AgentContext known = device;
        if (known != null) {
            known.wakeFromOutside();
        }
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(2 * CLOSE_TIMEOUT_MS);
    }
}
