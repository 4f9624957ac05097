/** Extensions that tests load onto a card and onto the host: the same class files at both places. */
@org.jspecify.annotations.NullMarked
package programs;
