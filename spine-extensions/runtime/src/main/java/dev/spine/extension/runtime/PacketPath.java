package dev.spine.extension.runtime;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;

/**
 * The short way of a packet to a handler of one version of an instance: what {@link ExtensionInstance} does for a packet when the instance
 * runs, nothing is on trial and nobody watches. It exists only then, so that a packet asks for all of that with one look.
 *
 * <p>What a packet needs is named here and not looked for along the way from the instance: a processor reads these fields side by side,
 * where each step from one object to the next would wait for the one before. Rare conditions go back to the instance before anything has
 * happened. Belongs to the card's agent.
 */
final class PacketPath {
    private final ExtensionInstance instance;
    private final AgentContext agent;
    private final ExtensionVersion version;
    private final ActivationLedger ledger;
    private final Message message;
    private final Holdings holdings;
    private final QuotaLedger quotas;
    private final ProcessorShare.Turn turn;

    PacketPath(ExtensionInstance instance, AgentContext agent, ExtensionVersion version) {
        this.instance = instance;
        this.agent = agent;
        this.version = version;
        this.ledger = version.ledger();
        this.message = version.message();
        this.holdings = instance.holdings();
        this.quotas = instance.quotas();
        this.turn = instance.turn();
    }

    /** {@return whether an activation may begin now, and there is a lease for its packet} */
    boolean isClear(long nowNs) {
        return turn.isRested(nowNs) && quotas.hasFuel(nowNs) && !holdings.ready().isInUse();
    }

    /** As {@link ExtensionInstance#onPacket}, when it {@linkplain #isClear is clear}. */
    boolean take(Installation<?> installation, Packet packet) {
        Lease lease = holdings.ready();
        lease.take(packet);
        RuntimeAccess.bringPacket(message, lease.buffer());
        agent.charge(Op.HANDLER);
        instance.countActivation();
        ledger.begin();
        Throwable thrown = null;
        try {
            installation.run(message);
        } catch (Throwable e) {
            thrown = e;
        }
        ledger.end();
        boolean isGood = thrown == null && version.isInOrder();
        Throwable failure = isGood ? null : version.judge(thrown);
        agent.charge(Op.FUEL, ledger.takeLastUncharged());
        turn.ended(ledger.lastFuel(), agent.nowNs());
        if (failure != null) {
            instance.judge(version, installation, failure, false);
        }
        boolean passed = RuntimeAccess.endPacket(message) && instance.isRunning();
        holdings.endOpenTransfer();
        if (passed) {
            packet.share();
        }
        lease.endPacket(packet, agent);
        return passed;
    }
}
