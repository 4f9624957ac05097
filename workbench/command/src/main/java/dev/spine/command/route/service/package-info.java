/**
 * Network services beside the router: which extensions stand on which card, loaded, replaced and kept there while the router runs.
 *
 * <ul>
 *   <li>{@link ServicePlan} orders the services of a file or of options ({@code ServiceOrder}) into extensions for each card
 *       ({@link PlannedExtension}).
 *   <li>{@link RouteServices} keeps the cards at that: {@code LoadedService} is one of them, with its state and what it last answered.
 *   <li>{@link ServiceReading} is what the figures of one service are; {@code FlowRegistry} keeps the totals of flows that cards report.
 *   <li>{@link CardAnswers} asks cards all at once, {@link SilentCards} leaves those alone that do not answer.
 * </ul>
 */
@NullMarked
package dev.spine.command.route.service;

import org.jspecify.annotations.NullMarked;
