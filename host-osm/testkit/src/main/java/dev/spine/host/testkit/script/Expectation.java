package dev.spine.host.testkit.script;

import static com.google.common.base.Preconditions.checkArgument;

import org.jspecify.annotations.Nullable;

/**
 * One line of a script: a request, how often it comes, and what the IOP does then. Made by {@link ScriptedIop#expects}.
 * The test's thread, before the IOP starts.
 */
public final class Expectation {
    private static final int ANY_NUMBER = Integer.MAX_VALUE;

    private final Script script;
    private final RequestMatcher matcher;
    private @Nullable Answer answer;
    private int least = 1;
    private int most = 1;
    private int met;

    Expectation(Script script, RequestMatcher matcher) {
        this.script = script;
        this.matcher = matcher;
    }

    /**
     * Says what the IOP does; without it the answer is success.
     *
     * @param what an answer, for example of {@link Answers}
     */
    public Expectation replies(Answer what) {
        script.change(() -> answer = what);
        return this;
    }

    /**
     * Says how often the request comes; without it, once.
     *
     * @param count at least 1
     */
    public Expectation times(int count) {
        return between(count, count);
    }

    /** Says that the request may come any number of times, or not at all. Such a line never keeps others from their turn. */
    public Expectation anyTimes() {
        return between(0, ANY_NUMBER);
    }

    private Expectation between(int low, int high) {
        checkArgument(high >= 1, "a request is expected once or more, not %s times: leave the line out", high);
        script.change(() -> {
            least = low;
            most = high;
        });
        return this;
    }

    RequestMatcher matcher() {
        return matcher;
    }

    Answer answer() {
        Answer said = answer;
        return said == null ? Answers.success() : said;
    }

    void meet() {
        met++;
    }

    int met() {
        return met;
    }

    boolean isMet() {
        return met >= least;
    }

    boolean isUsedUp() {
        return met >= most;
    }

    String describe() {
        String times = least == most ? (least == 1 ? "" : ", " + least + " times") : ", any number of times";
        return matcher.description() + times;
    }

    @Override
    public String toString() {
        return describe() + " (came " + met + " times)";
    }
}
