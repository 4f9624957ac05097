package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ServiceException.Reason;
import dev.spine.measure.GarbageCollection;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Calculator;
import sample.CalculatorCaller;
import sample.CalculatorExporter;

/** One extension calls another through an interface of which each has a class of its own. */
@Tag("SO-03")
@Tag("SO-15")
class ServiceTest {
    private final Card card = new Card();
    private int exporter;
    private int caller;

    @BeforeEach
    void load() {
        card.listen();
        exporter = card.loaded(CalculatorExporter.class, Calculator.class);
        caller = card.loaded(CalculatorCaller.class, Calculator.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void link() {
        assertEquals(1, card.order(caller, 1, 0, 9));
    }

    private static int failed(Reason reason) {
        return -100 - reason.ordinal();
    }

    private void assertStillWorks() {
        assertTrue(card.runtime.card().table().get(caller).isRunning(), card.runtime.lastFailure());
        assertTrue(card.runtime.card().table().get(exporter).isRunning(), card.runtime.lastFailure());
        assertEquals(30, card.order(caller, 2, 10, 20));
    }

    @Test
    void numbersTextsAndRecordsGoOverAndComeBack() {
        link();
        assertEquals(7, card.order(caller, 2, 3, 4));
        assertEquals(1, card.order(caller, 3));
        assertEquals(1, card.order(caller, 4));
        assertEquals(1, card.order(caller, 11));
    }

    @Test
    void aLentBufferIsEmptyAfterTheCallAlsoForWhoWantsToKeepIt() {
        link();
        assertEquals(3200, card.order(caller, 5), "3, and what the service has written");
        assertEquals(0, card.order(caller, 7));
    }

    @Test
    void aPartIsDelegatedWithItsRightsUntilItIsTakenBack() {
        link();
        assertEquals(1001, card.order(caller, 6, 0), "read-only: nothing was written");
        assertEquals(2, card.order(caller, 7), "kept");
        assertEquals(1, card.order(caller, 10));
        assertEquals(0, card.order(caller, 7), "taken back");
        assertEquals(1200, card.order(caller, 6, 1));
    }

    @Test
    void aServiceThatFailsIsStoppedAndItsCallerIsNot() {
        link();
        assertEquals(failed(Reason.FAILED), card.order(caller, 8, 1));
        assertFalse(card.runtime.card().table().get(exporter).isRunning());
        assertTrue(card.runtime.card().table().get(caller).isRunning());
        assertEquals(0, card.order(caller, 9), "nothing of the exporter's text comes over");
        assertEquals(failed(Reason.GONE), card.order(caller, 2, 1, 2));
        assertEquals(failed(Reason.NONE), card.order(caller, 1, 0, 9));
    }

    @Test
    void aServiceCanDeclineACall() {
        link();
        assertEquals(failed(Reason.DECLINED), card.order(caller, 8, 2));
        assertEquals(1, card.order(caller, 9), "with its text");
        assertStillWorks();
    }

    @Test
    void aServiceThatNeverReturnsIsStoppedWhenItHasUsedWhatACallMayUse() {
        link();
        long before = card.runtime.card().table().get(caller).ledger().fuelUsed();
        assertEquals(failed(Reason.FAILED), card.order(caller, 8, 3));
        long used = card.runtime.card().table().get(caller).ledger().fuelUsed() - before;
        assertTrue(used >= 50_000 && used < 70_000, used + " units");
        assertTrue(card.runtime.lastFailure().contains("50,000"), card.runtime.lastFailure());
    }

    @Test
    void theCallersFuelPays() {
        link();
        long exporters = card.runtime.card().table().get(exporter).ledger().fuelUsed();
        long callers = card.runtime.card().table().get(caller).ledger().fuelUsed();
        card.order(caller, 12);
        assertEquals(exporters, card.runtime.card().table().get(exporter).ledger().fuelUsed());
        assertTrue(card.runtime.card().table().get(caller).ledger().fuelUsed() > callers + 100 * 200);
    }

    @Test
    void aCallerThatRunsOutOfFuelHarmsNoService() {
        link();
        assertEquals(failed(Reason.FUEL), card.order(caller, 14), "refused before anything was called");
        assertStillWorks();
    }

    @Test
    void aServiceCannotBeCalledByWhatItCalls() {
        link();
        assertEquals(failed(Reason.DECLINED), card.order(caller, 8, 4), "it does not catch what it gets, and so declines");
        assertStillWorks();
    }

    @Test
    void textsAreBoundedEachWay() {
        link();
        assertEquals(-50, card.order(caller, 13));
        assertStillWorks();
        assertEquals(failed(Reason.FAILED), card.order(caller, 8, 6));
    }

    @Test
    void whatAServiceKeepsIsItsOwnHeap() {
        link();
        int result = 0;
        for (int i = 0; i < 40 && result >= 0; i++) {
            result = card.order(caller, 8, 5);
        }
        assertEquals(failed(Reason.FAILED), result);
        assertTrue(card.runtime.lastFailure().contains("heap"), card.runtime.lastFailure());
        assertTrue(card.runtime.card().table().get(caller).isRunning());
    }

    @Test
    void versionsAndRightsDecideWhoLinks() {
        assertEquals(failed(Reason.NONE), card.order(caller, 1, 0, 2));
        assertEquals(failed(Reason.NONE), card.order(caller, 1, 4, 9));
        assertEquals(-1, card.order(exporter, 3), "the same version twice");
        card.order(exporter, 2, 0, 5);
        assertEquals(1, card.order(caller, 1, 5, 5), "the same owner");
        card.order(exporter, 1);
        assertEquals(failed(Reason.GONE), card.order(caller, 2, 1, 2));
        assertEquals(failed(Reason.NONE), card.order(caller, 1, 0, 9));
        card.order(exporter, 2, 1, 6);
        assertEquals(1, card.order(caller, 1, 6, 6), "named");
        int stranger = card.loaded(CalculatorExporter.class, Calculator.class);
        assertTrue(card.runtime.card().table().get(stranger).isRunning());
    }

    @Test
    void unloadingTheExporterIsSeenByTheCallerAndTakesItsClasses() {
        link();
        assertEquals(7, card.order(caller, 2, 3, 4));
        card.order(caller, 6, 0);
        WeakReference<ClassLoader> loader = new WeakReference<>(loaderOf(exporter));
        card.unload(exporter);
        card.replies();
        assertNull(card.runtime.card().table().get(exporter));
        assertEquals(failed(Reason.GONE), card.order(caller, 2, 3, 4));
        assertEquals(0, GarbageCollection.leaves(List.of(loader)), "the caller's link holds nothing of the exporter");
    }

    private ClassLoader loaderOf(int instance) {
        return card.runtime.card().table().get(instance).version().entry().getClass().getClassLoader();
    }

    @Test
    @Tag("SO-14")
    void noObjectOfOneExtensionIsReachableFromAnother() {
        link();
        card.order(caller, 3);
        card.order(caller, 4);
        card.order(caller, 5);
        card.order(caller, 6, 1);
        ClassLoader callers = loaderOf(caller);
        ClassLoader exporters = loaderOf(exporter);
        assertEquals(List.of(), foreign(card.runtime.card().table().get(caller).version().entry(), callers, exporters));
        assertEquals(List.of(), foreign(card.runtime.card().table().get(exporter).version().entry(), exporters, callers));
    }

    /** What an extension's code could get hold of, by fields of its own objects and collections, that is another one's. */
    private static List<String> foreign(Object root, ClassLoader own, ClassLoader other) {
        List<String> found = new ArrayList<>();
        IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();
        ArrayDeque<Object> waiting = new ArrayDeque<>(List.of(root));
        while (!waiting.isEmpty()) {
            Object object = waiting.pop();
            if (seen.put(object, true) != null) {
                continue;
            }
            if (object.getClass().getClassLoader() == other) {
                found.add(object.getClass().getName());
            }
            if (object.getClass().getClassLoader() == own) {
                for (Field field : object.getClass().getDeclaredFields()) {
                    add(field, object, waiting);
                }
            } else if (object instanceof Iterable<?> all) {
                all.forEach(waiting::push);
            }
        }
        return found;
    }

    private static void add(Field field, Object object, ArrayDeque<Object> waiting) {
        try {
            if (!field.getType().isPrimitive()) {
                field.setAccessible(true);
                Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : object);
                if (value != null) {
                    waiting.push(value);
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
