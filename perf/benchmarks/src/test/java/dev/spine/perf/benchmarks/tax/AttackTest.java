package dev.spine.perf.benchmarks.tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttackTest {
    @Test
    void everyAttackIsFoundByItsName() {
        Map<String, Attack> attacks = Attack.byName();
        assertEquals(Attack.values().length, attacks.size());
        for (Attack attack : Attack.values()) {
            assertSame(attack, attacks.get(attack.name().toLowerCase(Locale.ROOT)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardTakesTheAttackerAsAUsersExtension(Attack attack) {
        assertTrue(new BenchCard().load(1, AttackerImages.of(attack).findFirst().orElseThrow(), "") > 0);
    }
}
