package dev.spine.extension.router.host;

import dev.spine.iop.Iop;
import dev.spine.iop.engine.Agent;

/** An IOP that can fall silent: it is there, its memory too, and does nothing. Modelled engine, or before the engine starts. */
final class CardAgent implements Agent {
    private final Iop iop;
    private boolean isSilent;

    CardAgent(Iop iop) {
        this.iop = iop;
    }

    Iop iop() {
        return iop;
    }

    /** Falls silent, or goes on as soon as something comes. */
    void silent(boolean silent) {
        isSilent = silent;
    }

    @Override
    public String roleName() {
        return iop.roleName();
    }

    @Override
    public int doWork(int limit) {
        return isSilent ? 0 : iop.doWork(limit);
    }
}
