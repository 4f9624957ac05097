package dev.spine.perf.benchmarks.livelock;

import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.services.host.lrp.LrpSocket;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** An application that takes packets from its two sockets in turn and does their protocol processing itself. */
final class LazyReceiver implements HostWork {
    private final AgentContext agent;
    private final LrpSocket[] sockets;
    private final long[] delivered = new long[2];
    private int turn;

    LazyReceiver(AgentContext agent, LrpSocket flooded, LrpSocket quiet) {
        this.agent = agent;
        this.sockets = new LrpSocket[] {flooded, quiet};
    }

    @Override
    public int doWork(int limit) {
        for (int i = 0; i < 2; i++) {
            turn = 1 - turn;
            ReceivedData packet = sockets[turn].poll();
            if (packet != null) {
                agent.charge(Op.CONTEXT_SWITCH);
                agent.charge(Op.SYSTEM_CALL);
                agent.charge(Op.IP_INPUT);
                agent.charge(Op.SOCKET_INPUT);
                sockets[turn].done(packet);
                delivered[turn]++;
                return 1;
            }
        }
        return 0;
    }

    long delivered(int socket) {
        return delivered[socket];
    }
}
