/**
 * What instances and owners may use up, and what they have used: a {@link dev.spine.extension.runtime.quota.QuotaLedger} for each, fuel
 * and time by {@link dev.spine.extension.runtime.quota.ActivationLedger} and {@link dev.spine.extension.runtime.quota.ProcessorShare},
 * loads by {@link dev.spine.extension.runtime.quota.LoadPace} and {@link dev.spine.extension.runtime.quota.ProcessorDebt}. All of it
 * belongs to the card's agent.
 */
@NullMarked
package dev.spine.extension.runtime.quota;

import org.jspecify.annotations.NullMarked;
