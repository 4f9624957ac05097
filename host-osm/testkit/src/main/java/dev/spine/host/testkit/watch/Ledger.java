package dev.spine.host.testkit.watch;

import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OpenContext;
import dev.spine.host.testkit.message.FrameText;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilEventRegister;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * Who has taken what of one IOP and not given it back: request frames, reply frames, preserved frames, claims, event registrations,
 * contexts. Belongs to the host's agent.
 *
 * <p>It reads along what the driver says to the IOP, so it is right for simulated, scripted and recorded IOPs alike.
 */
public final class Ledger implements PortListener {
    /** A thing that was taken, by whom and when. */
    private record Taken(String what, String by, long timeNs) {
        String text() {
            return what + "; by " + by + " at " + timeNs + " ns";
        }
    }

    /** One claim. */
    private record Claim(int tid, int type) {}

    /** A claim or release whose reply has not come. */
    private record Asked(Claim claim, boolean release, Taken taken) {}

    private final LongSupplier clock;
    private final IntUnaryOperator deviceClassOf;
    private final Map<Integer, Taken> inHand = new LinkedHashMap<>();
    private final Map<Integer, Taken> posted = new LinkedHashMap<>();
    private final Map<Integer, Taken> postedByContext = new LinkedHashMap<>();
    private final Map<Integer, Taken> repliesInHand = new LinkedHashMap<>();
    private final Map<Integer, Taken> preserved = new LinkedHashMap<>();
    private final Map<Integer, Asked> asked = new LinkedHashMap<>();
    private final Map<Claim, Taken> claims = new LinkedHashMap<>();
    private final Map<Integer, Taken> registrations = new LinkedHashMap<>();
    private final Set<Integer> knownContexts = new HashSet<>();

    /**
     * An empty ledger.
     *
     * @param clock the host's time in nanoseconds
     * @param deviceClassOf the class of a TID, {@link DeviceClass#ANY} if it is not known
     */
    public Ledger(LongSupplier clock, IntUnaryOperator deviceClassOf) {
        this.clock = clock;
        this.deviceClassOf = deviceClassOf;
    }

    private Taken taken(String what) {
        return new Taken(what, Culprit.now(), clock.getAsLong());
    }

    @Override
    public void onTaken(int frame) {
        inHand.put(frame, taken("request frame " + frame + " was taken and neither posted nor put back"));
    }

    @Override
    public void onPutBack(int frame) {
        inHand.remove(frame);
    }

    @Override
    public void onReclaimed(int frame, int mfa) {
        preserved.remove(mfa);
        inHand.put(frame, taken("preserved frame 0x" + Integer.toHexString(mfa) + " was taken up and not returned as a no-operation"));
    }

    @Override
    public void onPosted(int frame, MessageFrame message) {
        inHand.remove(frame);
        Taken request = taken(FrameText.line(message, deviceClassOf.applyAsInt(message.target())));
        posted.put(frame, request);
        if (message.initiatorContext() != 0) {
            postedByContext.put(message.initiatorContext(), request);
        }
        switch (message.function()) {
            case Function.UTIL_CLAIM -> asked.put(message.initiatorContext(), new Asked(
                new Claim(message.target(), UtilClaim.KIND.parse(message).claimType()), false, request));
            case Function.UTIL_CLAIM_RELEASE -> asked.put(message.initiatorContext(), new Asked(
                new Claim(message.target(), UtilClaimRelease.KIND.parse(message).claimType()), true, request));
            case Function.UTIL_EVENT_REGISTER -> register(message, request);
            case Function.EXEC_IOP_RESET, Function.EXEC_IOP_CLEAR -> forgetClaims(message);
            default -> {
                // Takes nothing that lasts.
            }
        }
    }

    private void register(MessageFrame message, Taken request) {
        if (UtilEventRegister.KIND.parse(message).eventMask() == 0) {
            registrations.remove(message.target());
        } else {
            registrations.put(message.target(), request);
        }
    }

    private void forgetClaims(MessageFrame message) {
        if (message.target() == Tid.EXECUTIVE) {
            claims.clear();
            registrations.clear();
            asked.clear();
        }
    }

    @Override
    public void onReplyTaken(int reply) {
        repliesInHand.put(reply, taken("reply frame " + reply + " was taken and not given back"));
    }

    @Override
    public void onReplyFreed(int reply) {
        repliesInHand.remove(reply);
    }

    @Override
    public void onRepliesForgotten() {
        repliesInHand.clear();
        preserved.clear();
    }

    @Override
    public void onReply(int reply, MessageFrame message) {
        if (!message.isReply()) {
            return;
        }
        if (message.isFail()) {
            int mfa = message.wordOrZero(Replies.PRESERVED_MFA_WORD);
            preserved.put(mfa, taken("preserved frame 0x" + Integer.toHexString(mfa) + " of " + FrameText.line(message, DeviceClass.ANY)
                + " was not returned as a no-operation"));
        }
        if ((message.flags() & MessageFlags.LAST) != 0) {
            postedByContext.remove(message.initiatorContext());
            if (message.function() == Function.UTIL_EVENT_REGISTER) {
                // Only a registration that was not kept gets a last reply.
                registrations.remove(message.target());
            }
        }
        Asked ask = asked.remove(message.initiatorContext());
        if (ask != null && !message.isFail() && message.requestStatus() == RequestStatus.SUCCESS) {
            if (ask.release()) {
                claims.remove(ask.claim());
            } else {
                claims.put(ask.claim(), ask.taken());
            }
        }
    }

    /**
     * Says that what is taken now is meant to stay: what a boot takes, or what the tests of a class share.
     *
     * @param driver the message driver of the IOP
     */
    public void accept(IopDriver driver) {
        inHand.clear();
        repliesInHand.clear();
        preserved.clear();
        claims.clear();
        registrations.clear();
        knownContexts.clear();
        driver.openContexts().forEach(context -> knownContexts.add(context.context()));
    }

    /**
     * {@return what was taken since {@link #accept} and is not back: a line each, with who took it and when}
     *
     * @param driver the message driver of the IOP
     */
    public List<String> missing(IopDriver driver) {
        List<String> lines = new ArrayList<>();
        inHand.values().forEach(frame -> lines.add(frame.text()));
        repliesInHand.values().forEach(reply -> lines.add(reply.text()));
        preserved.values().forEach(frame -> lines.add(frame.text()));
        claims.forEach((claim, who) -> lines.add("claim of TID " + FrameText.tid(claim.tid()) + ", type " + claim.type()
            + ", was not released; claimed by " + who.by() + " at " + who.timeNs() + " ns"));
        registrations.forEach((tid, who) -> lines.add("registration for events of TID " + FrameText.tid(tid)
            + " was not ended (UtilEventRegister with mask 0 ends it); registered by " + who.by() + " at " + who.timeNs() + " ns"));
        for (OpenContext context : driver.openContexts()) {
            if (!knownContexts.contains(context.context())) {
                lines.add(text(context));
            }
        }
        return lines;
    }

    private String text(OpenContext context) {
        String number = "context 0x" + Integer.toHexString(context.context());
        String type = context.handler().getClass().getName();
        int lambda = type.indexOf("$$Lambda");
        String handler = "its handler is " + (lambda < 0 ? type : "a lambda of " + type.substring(0, lambda));
        if (context.standing()) {
            return "standing " + number + " was not released; " + handler;
        }
        Taken request = postedByContext.get(context.context());
        return request == null ? number + " is open and nothing was posted with it; " + handler
            : "request was not answered: " + request.text() + "; " + handler;
    }

    /**
     * {@return what was posted last in a frame, by whom and when}
     *
     * @param frame the port's number for it
     */
    public String lastPost(int frame) {
        Taken request = posted.get(frame);
        return request == null ? "nothing that this ledger saw" : request.text();
    }
}
