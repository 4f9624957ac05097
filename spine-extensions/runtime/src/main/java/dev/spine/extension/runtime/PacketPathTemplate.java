package dev.spine.extension.runtime;

import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.ProcessorShare;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What {@link PacketPaths} copies for each handler; never used itself.
 *
 * <p>A copy names its handler and all that a packet needs in final fields of its class. For the compiler these are constants: it puts the
 * handler's code into the path, where it would have to look for it in code that is shared by all handlers, and knows what the handler and
 * the path both work on, the account and the message above all. So a packet goes through one piece of code, from its lease to its release.
 *
 * <p>Rare conditions go back to the instance before anything has happened. Those that can change only with the clock or by an event are
 * asked for once for each reading of the clock: see {@link ActivationLedger#clearNs}.
 */
final class PacketPathTemplate extends PacketPath {
    private static final Installation<?> INSTALLATION = installation();
    private static final Handler<Object> HANDLER = handler();
    private static final Object CONTEXT = INSTALLATION.context();
    private static final ExtensionInstance INSTANCE = INSTALLATION.instance();
    private static final AgentContext AGENT = INSTANCE.parts().agent();
    private static final AtomicReference<?> VERDICT = INSTANCE.parts().guests().verdict();
    private static final Holdings HOLDINGS = INSTANCE.holdings();
    private static final QuotaLedger.Line FUEL = INSTANCE.quotas().fuel();
    private static final QuotaLedger.Line OWNERS_FUEL = INSTANCE.quotas().ownersFuel();
    private static final ExtensionVersion VERSION = INSTANCE.version();
    private static final Message MESSAGE = VERSION.message();
    private static final ActivationLedger LEDGER = VERSION.ledger();
    private static final MeterAccount ACCOUNT = LEDGER.account();
    private static final CodeLimits LIMITS = LEDGER.limits();

    PacketPathTemplate() {}

    private static Installation<?> installation() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Installation.class);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unchecked") // the context of an installation is of the type that its handler takes
    private static Handler<Object> handler() {
        return (Handler<Object>) INSTALLATION.handler();
    }

    @Override
    boolean take(Packet packet, long nowNs) {
        Lease lease = HOLDINGS.ready();
        if (nowNs != LEDGER.clearNs() && !INSTANCE.isClear(nowNs) || FUEL.isUsedUp() || OWNERS_FUEL.isUsedUp() || lease.isInUse()) {
            return INSTANCE.onPacket(INSTALLATION, packet);
        }
        lease.take(packet);
        RuntimeAccess.bringPacket(MESSAGE, lease.buffer());
        AGENT.charge(Op.HANDLER);
        INSTANCE.countActivation();
        LEDGER.beginClear(ACCOUNT, LIMITS);
        Throwable thrown = null;
        try {
            HANDLER.handle(CONTEXT, MESSAGE);
        } catch (Throwable e) {
            thrown = e;
        }
        int used = LIMITS.fuel() - ACCOUNT.fuel();
        if (thrown == null && used <= ProcessorShare.FREE_UNITS && ACCOUNT.has(LIMITS.heap(), LIMITS.stack()) && LEDGER.isStillClear()
            && VERDICT.getOpaque() == null) {
            LEDGER.enterFuel(used);
            FUEL.enter(used);
            OWNERS_FUEL.enter(used);
            chargeTime();
        } else {
            settle(thrown);
        }
        boolean passed = RuntimeAccess.endPacket(MESSAGE) && INSTANCE.isRunning();
        HOLDINGS.endOpenTransfer();
        if (passed) {
            packet.share();
        }
        lease.endPacket(packet, AGENT);
        return passed;
    }

    private static void chargeTime() {
        if (AGENT.isModelled()) {
            AGENT.charge(Op.UNIT, LEDGER.takeUncharged());
        }
    }

    /** The activation has failed, or used more than some fuel. */
    private static void settle(@Nullable Throwable thrown) {
        LEDGER.end();
        Throwable failure = VERSION.examine(thrown);
        chargeTime();
        INSTANCE.turn().ended(LEDGER.lastFuel(), AGENT.nowNs());
        if (failure != null) {
            INSTANCE.examine(VERSION, INSTALLATION, failure, false);
        }
    }
}
