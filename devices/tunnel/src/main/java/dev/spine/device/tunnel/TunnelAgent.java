package dev.spine.device.tunnel;

import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.live.IdleWait;
import dev.spine.iop.engine.live.LiveEngine;
import org.jspecify.annotations.Nullable;

/** A tunnel's turn on the thread of its card. */
final class TunnelAgent implements Agent {
    private final String path;
    private @Nullable CardLoop loop;

    TunnelAgent(String path) {
        this.path = path;
    }

    /**
     * {@return where a wire's connections live} On the thread of this agent, which sleeps there; on one of the wire's own when the thread
     * sleeps elsewhere already. While the system is built.
     */
    WireLoop loop(LiveEngine engine, String wire) {
        IdleWait present = engine.sleepsIn(this);
        if (present != null && !(present instanceof CardLoop)) {
            return new OwnThread(wire);
        }
        CardLoop found = present instanceof CardLoop shared ? shared : new CardLoop();
        engine.sleepIn(this, found);
        loop = found;
        return found;
    }

    @Override
    public String roleName() {
        return path;
    }

    @Override
    public int doWork(int limit) {
        CardLoop own = loop;
        return own == null ? 0 : own.look();
    }
}
