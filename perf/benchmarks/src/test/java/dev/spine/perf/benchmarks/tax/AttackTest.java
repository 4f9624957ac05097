package dev.spine.perf.benchmarks.tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttackTest {
    @Test
    void everyAttackIsCalledByItsName() {
        for (Attack attack : Attack.values()) {
            assertEquals(attack.name().toLowerCase(Locale.ROOT), attack.toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCardTakesTheAttackerAsAUsersExtension(Attack attack) {
        assertTrue(new BenchCard().load(1, AttackerImages.of(attack).findFirst().orElseThrow(), "") > 0);
    }
}
