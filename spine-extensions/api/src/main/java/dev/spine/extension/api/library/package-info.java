/**
 * The library of extensions: what they get for the collections and the text building of the JDK.
 *
 * <p>An author writes {@code java.util.HashMap}, compiles against the JDK and uses its documentation. When the image is loaded, the names
 * of the classes that are here are replaced by these; then they are verified and metered with the extension, and each instance has its own
 * classes. So everything that a collection does is counted as the code that it executes and the arrays that it makes: callbacks,
 * {@code equals} and {@code hashCode} of keys, growth, copies, sorting. The JDK's collections could only be charged by formulas over sizes,
 * and each formula that was wrong was work for nothing.
 *
 * <h2>What is the same</h2>
 *
 * <p>Names, types, results, exceptions, what null does, and the fail-fast iterators. What one of these classes does not say, the JDK's
 * documentation of the class of its name says. Methods that the allow-list of extensions does not name are missing, such as streams,
 * {@code subList} and {@code reversed}.
 *
 * <h2>What differs</h2>
 *
 * <ul>
 *   <li>{@code HashMap}, {@code HashSet}, {@code Set.of} and {@code Map.of} go through their elements in the order in which they came, so
 *       that a program does the same on every run.
 *   <li>Collections that have used little of their room give it back when they are cleared.
 *   <li>A hash table has no trees: keys that share a hash code are compared one by one, at the cost of each {@code equals}.
 *   <li>Views of immutable maps refuse every change, also one that would change nothing; {@code Optional.empty()} is a new object.
 *   <li>Texts of exceptions may differ.
 * </ul>
 *
 * <h2>Rules for the code here</h2>
 *
 * <p>It is extension code, with nothing that others do not have: no lambdas, joined strings, class literals, switches on objects,
 * reflection, or state in static fields. Of the JDK it uses exceptions, bus agents, {@code String}, {@code Math}, {@code System.arraycopy},
 * {@code java.util.Arrays} for arrays of primitives and for arrays of a given type, and the checks of {@code java.util.Objects}, all of
 * which call nothing back. Exceptions are made in methods of their own, because code is charged at the entry of its method; methods that
 * are called often have no loops. {@code LibraryRulesTest} holds the rules, {@code LibraryApiTest} the names and types.
 *
 * <p>Inside the package {@code Iterable}, {@code Iterator} and {@code StringBuilder} are the ones here, and the loop
 * {@code for (E each : list)} is for arrays only. Null is a value, as in the JDK, and authors compile against the JDK's classes: so the
 * types here say nothing about null.
 */
@NullMarked
package dev.spine.extension.api.library;

import org.jspecify.annotations.NullMarked;
