package dev.spine.host.driver;

import dev.spine.iop.engine.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A result that the host's agent will have later: of a control request, of a whole boot.
 *
 * <p>Made, chained and completed on the host agent's thread. Any thread may ask {@link #isDone} and then {@link #get}, so a task waits by
 * {@code await(pending::isDone)} on either engine.
 *
 * @param <T> the result
 */
public final class Pending<T> {
    private final List<Consumer<Pending<T>>> dependents = new ArrayList<>(1);
    private @Nullable T value;
    private @Nullable HostException failure;
    /** Written last, so that whoever sees it sees value and failure. */
    private volatile boolean done;

    /** Makes a result that somebody will complete or fail. */
    public Pending() {
        // Nothing is known yet.
    }

    /**
     * {@return a result that is there already}
     *
     * @param <T> the result
     * @param value the result
     */
    public static <T> Pending<T> of(T value) {
        Pending<T> pending = new Pending<>();
        pending.complete(value);
        return pending;
    }

    /**
     * {@return a result that will never be there}
     *
     * @param <T> the result
     * @param why the reason
     */
    public static <T> Pending<T> failed(HostException why) {
        Pending<T> pending = new Pending<>();
        pending.fail(why);
        return pending;
    }

    /**
     * Gives the result.
     *
     * @throws IllegalStateException when it was completed or failed before
     */
    public void complete(T result) {
        checkOpen();
        value = result;
        finish();
    }

    /**
     * Says that there will be no result.
     *
     * @param why the reason
     * @throws IllegalStateException when it was completed or failed before
     */
    public void fail(HostException why) {
        checkOpen();
        failure = why;
        finish();
    }

    private void checkOpen() {
        if (done) {
            throw new IllegalStateException("this result is there already: complete or fail it once");
        }
    }

    private void finish() {
        done = true;
        List<Consumer<Pending<T>>> waiting = List.copyOf(dependents);
        dependents.clear();
        waiting.forEach(dependent -> dependent.accept(this));
    }

    /** {@return whether the result, or the reason why there is none, is there; any thread} */
    public boolean isDone() {
        return done;
    }

    /** {@return the reason why there is no result, or null; any thread, after {@link #isDone}} */
    public @Nullable HostException failure() {
        return done ? failure : null;
    }

    /**
     * {@return the result; any thread, after {@link #isDone}}
     *
     * @throws HostException there will be no result
     * @throws IllegalStateException the result is not there yet: wait until {@link #isDone}
     */
    public T get() {
        if (!done) {
            throw new IllegalStateException("the result is not there yet: await isDone first");
        }
        HostException why = failure;
        if (why != null) {
            throw why;
        }
        T result = value;
        if (result == null) {
            throw new IllegalStateException("completed without a value");
        }
        return result;
    }

    /**
     * Calls back when the result, or the reason why there is none, is there; at once if it is. Host agent's thread.
     *
     * @param action receives this
     */
    public void whenDone(Consumer<Pending<T>> action) {
        if (done) {
            action.accept(this);
        } else {
            dependents.add(action);
        }
    }

    /**
     * Goes on with the result. Host agent's thread.
     *
     * @param <R> the next result
     * @param next makes the next result of this one; a {@link HostException} that it throws fails the next result
     * @return the next result; fails when this fails
     */
    public <R> Pending<R> then(Function<T, Pending<R>> next) {
        Pending<R> result = new Pending<>();
        whenDone(_ -> {
            HostException why = failure;
            if (why != null) {
                result.fail(why);
                return;
            }
            Pending<R> following;
            try {
                following = next.apply(get());
            } catch (HostException thrown) {
                result.fail(thrown);
                return;
            }
            following.forwardTo(result);
        });
        return result;
    }

    /**
     * Turns the result into another. Host agent's thread.
     *
     * @param <R> the other result
     * @param mapping makes it; a {@link HostException} that it throws fails the other result
     * @return the other result; fails when this fails
     */
    public <R> Pending<R> map(Function<T, R> mapping) {
        return then(result -> of(mapping.apply(result)));
    }

    /**
     * Goes on when there is no result. Host agent's thread.
     *
     * @param instead makes another attempt of the reason
     * @return this result, or that of the other attempt
     */
    public Pending<T> orElse(Function<HostException, Pending<T>> instead) {
        Pending<T> result = new Pending<>();
        whenDone(_ -> {
            HostException why = failure;
            if (why == null) {
                result.complete(get());
                return;
            }
            try {
                instead.apply(why).forwardTo(result);
            } catch (HostException thrown) {
                result.fail(thrown);
            }
        });
        return result;
    }

    private void forwardTo(Pending<T> other) {
        whenDone(_ -> {
            HostException why = failure;
            if (why != null) {
                other.fail(why);
            } else {
                other.complete(get());
            }
        });
    }

    /**
     * Does one thing after the other. Host agent's thread.
     *
     * @param <A> what there is one of for each thing
     * @param <T> the results
     * @param items in order
     * @param step begins one thing; called when the one before has its result
     * @return all results in order; fails with the first failure, after which no further thing is begun
     */
    public static <A, T> Pending<List<T>> oneByOne(List<A> items, Function<A, Pending<T>> step) {
        return oneByOne(items, 0, new ArrayList<>(), step);
    }

    private static <A, T> Pending<List<T>> oneByOne(List<A> items, int from, List<T> results, Function<A, Pending<T>> step) {
        if (from == items.size()) {
            return of(List.copyOf(results));
        }
        return step.apply(items.get(from)).then(result -> {
            results.add(result);
            return oneByOne(items, from + 1, results, step);
        });
    }

    /**
     * Waits for several things that go on at the same time. Host agent's thread.
     *
     * @param <T> the results
     * @param parts the things
     * @return all results in order, when the last part is done; fails with the first part's failure in order
     */
    public static <T> Pending<List<T>> all(List<Pending<T>> parts) {
        return oneByOne(parts, part -> part);
    }

    /**
     * Begins something on the host agent's thread and waits for its result: the way in for tasks and callers outside.
     *
     * @param <T> the result
     * @param tasks of the host's agent
     * @param what for messages, completing "waiting for"
     * @param begin begins it, on the host agent's thread
     * @return the result
     * @throws HostException there is none
     */
    public static <T> T await(Tasks tasks, String what, Supplier<Pending<T>> begin) {
        Pending<T> pending = tasks.call(begin);
        tasks.await(what, pending::isDone);
        return pending.get();
    }

    @Override
    public String toString() {
        return !done ? "pending" : failure == null ? "done: " + value : "failed: " + failure.getMessage();
    }
}
