package dev.spine.system.scenario;

import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import java.util.function.Supplier;

/**
 * A run of the modelled engine has not come to its end, because the machine that it describes is too slow, or has too little of something,
 * for what was asked of it. The numbers of the machine are the user's to change: the message names the machine and says so, in a line.
 * Any thread.
 */
public final class BudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** What a person does about it. */
    public static final String ADVICE = "name a faster machine by --profile or --set";

    private BudgetExceededException(String machine, RuntimeException end) {
        super(machine + ": the machine is too slow for this run (" + String.valueOf(end.getMessage()).replace('\n', ' ') + "): " + ADVICE,
            end);
    }

    /**
     * Runs something on the modelled engine only: what does not end there ends because of the machine.
     *
     * @param machine what the user reads of which machine it is: the reference of its profile
     * @param run on the calling thread
     * @param <T> what the run finds
     * @return what it has found
     * @throws BudgetExceededException when a driver, a wait or the run itself gave up
     */
    public static <T> T during(String machine, Supplier<T> run) {
        try {
            return run.get();
        } catch (HostException | AwaitFailedException | IncompleteRunException e) {
            throw new BudgetExceededException(machine, e);
        }
    }

    /**
     * Runs something on the modelled engine only, as {@link #during(String, Supplier)} does.
     *
     * @param machine what the user reads of which machine it is: the reference of its profile
     * @param run on the calling thread
     * @throws BudgetExceededException when a driver, a wait or the run itself gave up
     */
    public static void during(String machine, Runnable run) {
        during(machine, () -> {
            run.run();
            return machine;
        });
    }
}
