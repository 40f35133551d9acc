/** Fresh proof: what changes an account asks first whether it is still me. */

class Proof {
  wanted = $state(false);
  #answer: (proven: boolean) => void = () => {};

  /** Ask; tells whether it was proven. */
  ask(): Promise<boolean> {
    this.wanted = true;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** The answer to the question. */
  settle(proven: boolean): void {
    this.wanted = false;
    this.#answer(proven);
  }
}

export const proof = new Proof();
