package dev.spine.command.route.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.plan.StaticTable;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.LoadedInstance;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.system.file.SystemFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A card stops answering, or has no memory left, in the midst of a reload: what was not replaced keeps what it knows, and what was is told
 * by name.
 */
class SilentReloadTest {
    private static final String PORTS = """
        [[port]]
        name = "in"
        capture = "bars"
        replay = "fast"
        mac = "02:00:00:00:00:02"
        addresses = "10.0.0.1/24"
        [[port]]
        name = "out"
        addresses = "10.0.1.1/24"
        """;

    /** A card that answers until a test says otherwise, with what it has loaded. */
    private static final class Card {
        private final RuntimeClient client = mock();
        /** By instance: how many versions it has had. */
        private final Map<Integer, Integer> versions = new LinkedHashMap<>();
        /** So many further replacements it makes. */
        private int replacements = Integer.MAX_VALUE;
        private RuntimeException end = new HostException("the card does not answer");
        /** Whether it has made the one after which it says nothing. */
        private boolean makesTheLast;
        private boolean isSilent;
        /** How often it was asked what it has. */
        private int lists;
        /** Replacements that were asked of it. */
        private int asked;

        Card() {
            when(client.loadInstance(any(), any())).thenAnswer(_ -> {
                ask();
                versions.put(versions.size() + 1, 1);
                return new LoadedInstance(versions.size(), versions.size());
            });
            when(client.list()).thenAnswer(_ -> {
                lists++;
                ask();
                return List.copyOf(statuses().values());
            });
            doAnswer(call -> {
                ask();
                asked++;
                if (replacements-- == 0) {
                    isSilent = end instanceof HostException;
                    if (makesTheLast) {
                        versions.merge(call.getArgument(0), 1, Integer::sum);
                    }
                    throw end;
                }
                versions.merge(call.getArgument(0), 1, Integer::sum);
                return null;
            }).when(client).replace(anyInt(), any(), any(LoadOptions.class));
        }

        private void ask() {
            if (isSilent) {
                throw new HostException("the card does not answer");
            }
        }

        Map<Integer, InstanceStatus> statuses() {
            Map<Integer, InstanceStatus> all = new HashMap<>();
            versions.forEach((number, version) -> all.put(number, InstanceStatus.parse("instance=" + number + "\nlife=" + number
                + "\nname=x\nstate=running\nversion=" + version + "\n\n").getFirst()));
            return all;
        }
    }

    private final Map<String, Card> cards = new HashMap<>();
    private final List<String> notified = new ArrayList<>();
    private final RouteServices services = new RouteServices(key -> card(key.card()).client, notified::add);

    private Card card(String name) {
        return cards.computeIfAbsent(name, _ -> new Card());
    }

    private static RoutePlan plan(String... policing) {
        StringBuilder text = new StringBuilder(PORTS);
        for (String each : policing) {
            String[] parts = each.split(" ", -1);
            text.append("""
                [[service]]
                kind = "policing"
                name = "%s"
                ports = "%s"
                parameters = {classes = "all", "all.rate" = %s}
                """.formatted(parts[0], parts[1], parts[2]));
        }
        return StaticTable.read("table.toml", text.toString(), _ -> RouterSettings.STANDARD);
    }

    @Test
    void whatWasNotReplacedWhenACardStopsAnsweringKeepsWhatItKnowsAndTheOthersAreNamed() {
        services.open(plan("first in 1000", "second out 1000", "third out 1000", "fourth in 1000"));
        notified.clear();
        card("out").replacements = 0;
        assertThrows(HostException.class,
            () -> services.follow(plan("first in 2000", "second out 2000", "third out 2000", "fourth in 1000")));
        assertEquals(Map.of(1, 3, 2, 1), card("in").versions, "the first was replaced and is as before, the fourth was not touched");
        assertEquals(Map.of(1, 1, 2, 1), card("out").versions);
        assertEquals(List.of("service 'second' on out: its card has not said whether it was replaced; if not, it has what it knew",
            "service 'first' on in was replaced, and is as before again, with empty tables"), notified);
    }

    @Test
    void whatWasReplacedOnTheCardThatStopsAnsweringIsNamedAndAskedForOnce() {
        services.open(plan("first out 1000", "second out 1000", "third in 1000"));
        notified.clear();
        card("out").replacements = 1;
        assertThrows(HostException.class, () -> services.follow(plan("first out 2000", "second out 2000", "third in 2000")));
        assertEquals(Map.of(1, 3), card("in").versions, "its card answers, so that it is as before");
        assertTrue(notified.contains("service 'first' on out was replaced, which is not taken back: its card does not answer"),
            notified::toString);
        // It answers again: the next reload replaces what is other than the file says, as before.
        card("out").isSilent = false;
        card("out").replacements = Integer.MAX_VALUE;
        services.follow(plan("first out 1000", "second out 1000", "third in 1000"));
        assertEquals(3, card("out").versions.get(1));
    }

    @Test
    void aServiceOfWhichNobodyKnewIsFoundOutWhenItsCardAnswers() {
        for (boolean made : new boolean[] {false, true}) {
            notified.clear();
            LoadedService service = LoadedService.load(card("x" + made).client, extension("1000"));
            Card card = card("x" + made);
            card.replacements = 0;
            card.makesTheLast = made;
            assertThrows(HostException.class, () -> service.replace(extension("2000")));
            assertTrue(service.isInDoubt());
            card.isSilent = false;
            card.replacements = Integer.MAX_VALUE;
            service.look(card.statuses(), System.nanoTime(), notified::add);
            assertEquals(made, !service.isInDoubt(), "it may still be replaced");
            service.look(card.statuses(), System.nanoTime() + 61_000_000_000L, notified::add);
            assertTrue(service.does(extension("1000")));
            assertEquals(made ? 3 : 1, card.versions.get(1));
            assertEquals(List.of(made ? "service 'first' on out was replaced while its card did not answer; it is as before again, with"
                + " empty tables" : "service 'first' on out was not replaced, and has what it knew"), notified);
        }
    }

    private static PlannedExtension extension(String rate) {
        return ServicePlan.of(plan("first out " + rate), List.of()).values().iterator().next();
    }

    @Test
    void aCardWithoutMemoryForAllOfAReloadGoesOnAsBeforeAndOneLineSaysWhy() {
        services.open(plan("first out 1000", "second out 1000", "third in 1000"));
        notified.clear();
        card("out").replacements = 1;
        card("out").end = new ExtensionRefusedException("refused: the card's memory is used up");
        String refusal = assertThrows(SystemFileException.class,
            () -> services.follow(plan("first out 2000", "second out 2000", "third in 2000"))).getMessage();
        assertTrue(String.valueOf(refusal).contains("service 'second' on out is refused: the card's memory is used up"), refusal);
        assertEquals(1, card("out").versions.get(2), "it was not replaced");
        assertEquals(3, card("out").versions.get(1), "it was replaced again");
        assertEquals(List.of("service 'first' on out was replaced, and is as before again, with empty tables",
            "service 'third' on in was replaced, and is as before again, with empty tables"), notified);
        services.look(Set.of("in", "out"), System.nanoTime() + 2_000_000_000L);
        assertEquals(2, notified.size(), notified::toString);
    }

    @Test
    void aDoubtOfAnEarlierReloadDoesNotKeepACardThatAnswersFromBeingTakenBack() {
        services.open(plan("first out 1000", "second out 1000", "third out 1000"));
        Card out = card("out");
        out.replacements = 0;
        assertThrows(HostException.class, () -> services.follow(plan("first out 1000", "second out 1000", "third out 3000")));
        out.isSilent = false;
        out.replacements = 1;
        out.end = new ExtensionRefusedException("refused: the card's memory is used up");

        assertThrows(SystemFileException.class, () -> services.follow(plan("first out 2000", "second out 2000", "third out 1000")));

        assertEquals(3, out.versions.get(1), "the first was replaced and is as before again");
    }

    @Test
    void whatWasLoadedOnACardThatStopsAnsweringIsNotLoadedTwice() {
        services.open(plan("first out 1000"));
        Card out = card("out");
        out.replacements = 0;
        assertThrows(HostException.class, () -> services.follow(plan("first out 2000", "new out 1000")));
        out.isSilent = false;
        out.replacements = Integer.MAX_VALUE;

        services.follow(plan("first out 2000", "new out 1000"));

        assertEquals(2, out.versions.size(), "instances on the card");
    }

    @Test
    void aDoubtThatCannotBeSettledIsToldOnceAndAgainWhenItIsAnother() {
        LoadedService service = LoadedService.load(card("out").client, extension("1000"));
        Card card = card("out");
        card.replacements = 0;
        card.makesTheLast = true;
        assertThrows(HostException.class, () -> service.replace(extension("2000")));
        card.isSilent = false;
        card.makesTheLast = false;

        long now = lookForTenMinutes(service, System.nanoTime(), "the card's memory is used up");
        assertEquals(1, notified.size(), notified::toString);
        assertTrue(notified.getFirst().startsWith("service 'first' on out was replaced while its card did not answer, which is not taken"
            + " back, and version 2 goes on: "), notified::toString);
        assertTrue(notified.getFirst().contains("the card's memory is used up"), notified::toString);
        assertTrue(card.asked < 60, card.asked + " replacements were asked for, where one in 30 s is enough");

        now = lookForTenMinutes(service, now, "the owner has all that it may");
        assertEquals(2, notified.size(), notified::toString);
        assertTrue(notified.getLast().contains("the owner has all that it may"), notified::toString);
        card.versions.merge(1, 1, Integer::sum);
        now = lookForTenMinutes(service, now, "the owner has all that it may");
        assertEquals(3, notified.size(), notified::toString);
        assertTrue(notified.getLast().contains("version 3 goes on"), notified::toString);

        card.replacements = Integer.MAX_VALUE;
        service.look(card.statuses(), now + 31_000_000_000L, notified::add);
        assertEquals("service 'first' on out was replaced while its card did not answer; it is as before again, with empty tables",
            notified.getLast());
        assertTrue(service.does(extension("1000")));
    }

    /** Looks each second, while the card refuses every replacement; returns the time then. */
    private long lookForTenMinutes(LoadedService service, long fromNs, String refusal) {
        Card card = card("out");
        card.end = new ExtensionRefusedException("refused: " + refusal);
        long now = fromNs;
        for (int second = 0; second < 600; second++, now += 1_000_000_000L) {
            card.replacements = 0;
            service.look(card.statuses(), now, notified::add);
        }
        return now;
    }

    @Test
    void aTroubleIsToldOnceUntilTheServiceWasWell() {
        LoadedService service = LoadedService.load(card("out").client, extension("1000"));
        for (int i = 0; i < 3; i++) {
            service.notifyTrouble("the card does not answer", notified::add);
        }
        service.look(card("out").statuses(), System.nanoTime(), notified::add);
        service.notifyTrouble("the card does not answer", notified::add);
        assertEquals(List.of("the card does not answer", "the card does not answer"), notified);
    }

    @Test
    void aSilentCardIsAskedOnceALookAndItsServicesAreToldOnce() {
        services.open(plan("first out 1000", "second in 1000", "third out 1000"));
        notified.clear();
        Card out = card("out");
        out.isSilent = true;
        long now = System.nanoTime();
        List<String> silence = List.of("service 'first' on out is not looked after: the card does not answer",
            "service 'third' on out is not looked after: the card does not answer");
        for (int look = 1; look <= 3; look++) {
            now += 2_000_000_000L;
            services.look(Set.of("in", "out"), now);
            assertEquals(look, out.lists);
            assertEquals(silence, notified);
        }
        out.isSilent = false;
        services.look(Set.of("in", "out"), now + 2_000_000_000L);
        assertEquals(silence, notified);
        out.isSilent = true;
        services.look(Set.of("in", "out"), now + 4_000_000_000L);
        assertEquals(4, notified.size(), notified::toString);
    }

    /** All are asked before the host waits for one: otherwise the last of the 25 would never be asked here. */
    @Test
    void twentyFiveCardsThatFallSilentAtOnceAreWaitedForAtTheSameTime() {
        int count = 25;
        CountDownLatch asked = new CountDownLatch(count);
        List<Integer> cards = IntStream.range(0, count).boxed().toList();
        CardAnswers<Integer, String> answers = CardAnswers.to(cards, _ -> {
            asked.countDown();
            awaitAll(asked);
            throw new HostException("the card does not answer");
        });
        assertEquals(0, asked.getCount(), "cards that were not asked while the first was waited for");
        cards.forEach(card -> assertThrows(HostException.class, () -> answers.of(card)));
    }

    private static void awaitAll(CountDownLatch asked) {
        try {
            assertTrue(asked.await(20, TimeUnit.SECONDS), "all are asked at the same time");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aLookAsksAllCardsAtOnceAndASilentOneLaterAndLater() {
        services.open(plan("first out 1000", "second in 1000"));
        notified.clear();
        CountDownLatch both = new CountDownLatch(2);
        for (String name : List.of("in", "out")) {
            Card card = card(name);
            when(card.client.list()).thenAnswer(_ -> {
                card.lists++;
                both.countDown();
                awaitAll(both);
                throw new HostException("the card does not answer");
            });
        }
        long now = System.nanoTime();
        for (int second = 0; second < 120; second++) {
            now += 1_000_000_001L;
            services.look(Set.of("in", "out"), now);
        }
        assertEquals(0, both.getCount(), "one was waited for before the other was asked");
        assertTrue(card("out").lists < 15, card("out").lists + " questions to a silent card in two minutes");
        assertEquals(2, notified.size(), notified::toString);
    }

    @Test
    void aServiceIsLookedAfterThoughItsNeighbourCannotBeLoaded() {
        services.open(plan("first out 1000", "second in 1000", "third out 1000"));
        notified.clear();
        Card out = card("out");
        out.versions.remove(1);
        doThrow(new HostException("the load was not answered in time")).when(out.client).loadInstance(any(), any());
        long now = System.nanoTime();
        for (int look = 0; look < 100; look++) {
            now += TimeUnit.SECONDS.toNanos(30);
            services.look(Set.of("in", "out"), now);
            if (look == 50) {
                assertEquals(List.of(), notified.stream().filter(line -> line.contains("'third'")).toList());
                out.versions.remove(2);
            }
        }
        assertEquals(1, notified.stream().filter(line -> line.startsWith("service 'third' on out has stopped")).count(),
            notified::toString);
        assertEquals(1, notified.stream().filter(line -> line.startsWith("service 'first' on out does not run")).count(),
            notified::toString);
    }
}
