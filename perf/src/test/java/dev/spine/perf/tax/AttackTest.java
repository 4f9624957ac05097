package dev.spine.perf.tax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AttackTest {
    @Test
    void everyAttackIsFoundByItsName() {
        for (Attack attack : Attack.values()) {
            assertSame(attack, Attack.named(attack.argument()));
        }
        assertSame(Attack.FLOOD, Attack.named("Flood"));
    }

    @Test
    void anUnknownNameIsOneLineWithThoseThatThereAre() {
        String message = String.valueOf(assertThrows(IllegalArgumentException.class, () -> Attack.named("flod")).getMessage());
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains("flod") && message.contains("flood") && message.contains("recursion"), message);
    }
}
