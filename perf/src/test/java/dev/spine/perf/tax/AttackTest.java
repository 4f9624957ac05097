package dev.spine.perf.tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttackTest {
    @Test
    void everyAttackIsFoundByItsName() {
        Map<String, Attack> attacks = Attack.byName();
        assertEquals(Attack.values().length, attacks.size());
        for (Attack attack : Attack.values()) {
            assertSame(attack, attacks.get(attack.name().toLowerCase(Locale.ROOT)));
        }
    }
}
