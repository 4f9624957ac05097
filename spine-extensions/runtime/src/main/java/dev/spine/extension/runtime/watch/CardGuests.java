package dev.spine.extension.runtime.watch;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.iop.engine.GuestCode;
import dev.spine.iop.engine.ThreadLostError;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The extensions of a card as the watchdog sees them: finds out from a stack whose code runs, and keeps the verdict about code that does
 * not come back until it does. The card's agent looks here whenever code of an extension comes back or asks for something.
 *
 * <p>The meter ends what is metered; what hangs is a call that costs more than its charge. So this is the second line, and nothing is known
 * here of why.
 */
public final class CardGuests implements GuestCode {
    private static final String OURS = "dev.spine.";
    private static final String API = "dev.spine.extension.api.";
    private static final int SERIAL_SHIFT = 40;

    /**
     * What is to be done when code comes back.
     *
     * @param instance whose
     * @param why in one line
     * @param lost whether the thread ends there
     */
    private record Verdict(int instance, String why, boolean lost) {}

    private final IntFunction<? extends @Nullable Guest> guests;
    private final AtomicReference<@Nullable Verdict> verdict = new AtomicReference<>();

    /**
     * Guests of a card.
     *
     * @param guests finds an instance by its number, or nothing
     */
    public CardGuests(IntFunction<? extends @Nullable Guest> guests) {
        this.guests = guests;
    }

    // --- on the watchdog

    @Override
    public @Nullable Activation find(StackTraceElement[] stack) {
        for (int i = 0; i < stack.length; i++) {
            int number = ExtensionClassLoader.numberOf(stack[i].getClassLoaderName());
            if (number > 0) {
                return activation(number, stack, i);
            }
        }
        return null;
    }

    /** Of an instance that is being made only the number is known. */
    private Activation activation(int number, StackTraceElement[] stack, int innermost) {
        String line = FailureText.oneLine(FailureText.place(stack[innermost]));
        Guest instance = guests.apply(number);
        if (instance == null) {
            return new Activation("an extension that is being loaded", line, 0, -number, isOutside(stack, innermost));
        }
        return new Activation("extension " + number + " (" + FailureText.oneLine(instance.name()) + ") of owner "
            + Integer.toUnsignedString(instance.owner()), line, instance.owner(),
            ((long) instance.serial() << SERIAL_SHIFT) + instance.activations(), isOutside(stack, innermost));
    }

    /** What lies above the innermost line of an extension is the JDK's and the API's, or what its account does: nothing of the card. */
    private static boolean isOutside(StackTraceElement[] stack, int innermost) {
        if (innermost > 0 && stack[innermost - 1].getClassName().equals(MeterAccount.class.getName())) {
            return true;
        }
        for (int i = 0; i < innermost; i++) {
            String name = stack[i].getClassName();
            if (name.startsWith(OURS) && !name.startsWith(API)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void condemn(Activation activation, String why) {
        // A stamp begins with the serial number; of one that is being made it is the number, negative.
        verdict.set(new Verdict(numberOf(activation), why, false));
    }

    private int numberOf(Activation activation) {
        long stamp = activation.stamp();
        if (stamp < 0) {
            return (int) -stamp;
        }
        for (int number = 1; number <= CardLimits.MAX_INSTANCES; number++) {
            Guest instance = guests.apply(number);
            if (instance != null && instance.serial() == (int) (stamp >> SERIAL_SHIFT)) {
                return number;
            }
        }
        return 0;
    }

    @Override
    public void abandon() {
        verdict.updateAndGet(before -> new Verdict(before == null ? 0 : before.instance(), before == null ? "" : before.why(), true));
    }

    @Override
    public void pardon() {
        verdict.updateAndGet(before -> before == null || before.instance() == 0 ? null
            : new Verdict(before.instance(), before.why(), false));
    }

    // --- on the card's agent

    /** {@return what is null as long as nothing is known of anything that hangs; for code that looks after each packet} */
    public AtomicReference<?> verdict() {
        return verdict;
    }

    /** {@return whether the agent's thread was given up} */
    public boolean isLost() {
        Verdict found = verdict.get();
        return found != null && found.lost();
    }

    /** The code of some extension asks for something: a thread that was given up ends here. */
    public void requireThread() {
        if (isLost()) {
            throw new ThreadLostError();
        }
    }

    /** {@return what code that has come back is stopped by if it was condemned, or null}; a thread that was given up ends here. */
    public @Nullable Error comeBack(int instance) {
        Verdict found = verdict.get();
        if (found == null) {
            return null;
        }
        requireThread();
        if (found.instance() != instance) {
            return null;
        }
        if (!verdict.compareAndSet(found, null)) {
            // The watchdog has decided meanwhile.
            return comeBack(instance);
        }
        return new QuotaError(found.why());
    }
}
