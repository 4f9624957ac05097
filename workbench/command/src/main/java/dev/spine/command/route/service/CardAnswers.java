package dev.spine.command.route.service;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What several cards have answered to one question. They are asked at the same time: each that is silent takes as long as the host waits
 * for it, and twenty-five that have fallen silent at once take no longer than one. Any thread.
 *
 * @param <C> by what a card is known
 * @param <A> the answers
 */
public final class CardAnswers<C, A> {
    private final Map<C, A> answers = new LinkedHashMap<>();
    private final Map<C, RuntimeException> silences = new LinkedHashMap<>();

    private CardAnswers() {}

    /**
     * Asks, and returns when all have answered or the host waits for them no more.
     *
     * @param cards each is asked once
     * @param question is called by a thread for each card; an exception of the host's driver says that the card is silent, any other goes
     *     on to the caller
     */
    public static <C, A> CardAnswers<C, A> to(Collection<C> cards, Function<C, A> question) {
        CardAnswers<C, A> all = new CardAnswers<>();
        if (cards.size() == 1) {
            C only = cards.iterator().next();
            all.enter(only, () -> question.apply(only));
            return all;
        }
        try (ExecutorService requesters = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<C, Future<A>> asked = new LinkedHashMap<>();
            cards.forEach(card -> asked.computeIfAbsent(card, _ -> requesters.submit(() -> question.apply(card))));
            asked.forEach((card, answer) -> all.enter(card, () -> join(answer)));
        }
        return all;
    }

    /** What gives an answer, or throws. */
    private interface Source<A> {
        A get();
    }

    private void enter(C card, Source<A> source) {
        try {
            answers.put(card, source.get());
        } catch (HostException | AwaitFailedException e) {
            silences.put(card, e);
        }
    }

    private static <A> A join(Future<A> answer) {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HostException("was asked to end before the card answered");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException why) {
                throw why;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new CompletionException(e.getCause());
        }
    }

    /** Gives each answer, in the order of the cards. */
    void each(Consumer<A> taker) {
        answers.values().forEach(taker);
    }

    /** {@return whether a card was asked} */
    boolean wasAsked(C card) {
        return answers.containsKey(card) || silences.containsKey(card);
    }

    /** {@return why a card has not answered; null when it has, or was not asked} */
    @Nullable RuntimeException silence(C card) {
        return silences.get(card);
    }

    /**
     * {@return the answer of a card that was asked}
     *
     * @throws HostException or what else says that it is silent
     */
    public A of(C card) {
        RuntimeException silence = silences.get(card);
        if (silence != null) {
            throw silence;
        }
        A answer = answers.get(card);
        checkArgument(answer != null, "a card that was not asked");
        return answer;
    }
}
